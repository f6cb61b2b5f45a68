import FoundationEssentials
import HTTPTypes

/// Responses and results that are not in the file yet, and rows that have been used since.
///
/// This is a plain value. Only the newest response of a key and its ``VaryingFields`` is kept. A
/// copy is written in one transaction; until that is recorded, its contents can be found here.
struct PendingWrites: Sendable {
    private struct Entry: Sendable {
        /// Increases, so that a response that arrives while an older one is written is not lost.
        let number: Int
        let response: StoredResponse
    }

    /// More should not be lost at once, in bytes of bodies.
    static let maximumBytes = 16 << 20
    private static let maximumResults = 64

    /// The sum of the bodies, in bytes.
    private(set) var bodyBytes = 0
    private var entries: [CacheKey: [VaryingFields: Entry]] = [:]
    private(set) var used: [Int64: Date] = [:]
    private(set) var results: [PendingResult] = []
    private var lastNumber = 0

    var isEmpty: Bool { entries.isEmpty && used.isEmpty && results.isEmpty }

    var hasResponses: Bool { !entries.isEmpty }

    /// Whether callers must wait until something is written.
    var isFull: Bool { bodyBytes > Self.maximumBytes }

    /// Oldest first.
    var responses: [StoredResponse] { ordered.map(\.response) }

    private var ordered: [Entry] {
        entries.values.flatMap(\.values).sorted { $0.number < $1.number }
    }

    mutating func add(_ response: StoredResponse) {
        lastNumber += 1
        let former = entries[response.key, default: [:]].updateValue(
            Entry(number: lastNumber, response: response), forKey: response.varying)
        bodyBytes += response.body.count - (former?.response.body.count ?? 0)
    }

    mutating func markUsed(row: Int64, at date: Date) {
        used[row] = date
    }

    /// A result beyond the limit is dropped; it can be made again.
    mutating func add(_ result: PendingResult) {
        guard results.count < Self.maximumResults else { return }
        results.append(result)
    }

    /// The newest response of `key` whose ``VaryingFields`` match the request's `fields`.
    func response(for key: CacheKey, fields: HTTPFields) -> StoredResponse? {
        entries[key]?.values.filter { $0.response.varying.match(fields) }
            .max { $0.number < $1.number }?.response
    }

    /// The same of any owner, if its entity tag follows GitHub's rule.
    func verified(url: String, fields: HTTPFields) -> StoredResponse? {
        ordered.last {
            $0.response.followsRule && $0.response.key.url == url
                && $0.response.varying.match(fields)
        }?.response
    }

    /// Removes what was written, but not what has arrived since the copy was made.
    mutating func remove(written copy: PendingWrites) {
        copy.ordered.forEach { remove($0) }
        for (row, date) in copy.used where used[row] == date {
            used[row] = nil
        }
        // Results are appended, and none is removed while a copy is being written.
        results.removeFirst(copy.results.count)
    }

    /// Removes all results, and the oldest responses until the remaining bodies have at most
    /// `bytes`.
    mutating func shrink(to bytes: Int = maximumBytes / 2) {
        results.removeAll()
        for entry in ordered where bodyBytes > bytes { remove(entry) }
    }

    /// Removes the responses that satisfy `condition`.
    mutating func remove(where condition: (StoredResponse) -> Bool) {
        for entry in ordered where condition(entry.response) { remove(entry) }
    }

    private mutating func remove(_ entry: Entry) {
        let (key, varying) = (entry.response.key, entry.response.varying)
        guard var kept = entries[key], kept[varying]?.number == entry.number else { return }
        kept[varying] = nil
        entries[key] = kept.isEmpty ? nil : kept
        bodyBytes -= entry.response.body.count
    }
}
