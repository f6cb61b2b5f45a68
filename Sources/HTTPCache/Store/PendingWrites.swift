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
    private var entries: [CacheKey: [Entry]] = [:]
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
        entries.values.joined().sorted { $0.number < $1.number }
    }

    mutating func add(_ response: StoredResponse) {
        removeEntry(of: response.key) { $0.response.varying == response.varying }
        lastNumber += 1
        entries[response.key, default: []].append(Entry(number: lastNumber, response: response))
        bodyBytes += response.body.count
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
        entries[key]?.last { $0.response.varying.match(fields) }?.response
    }

    /// Removes what was written, but not what has arrived since the copy was made.
    mutating func remove(written copy: PendingWrites) {
        for entry in copy.entries.values.joined() {
            removeEntry(of: entry.response.key) { $0.number == entry.number }
        }
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
        guard bodyBytes > bytes else { return }
        for entry in ordered {
            removeEntry(of: entry.response.key) { $0.number == entry.number }
            if bodyBytes <= bytes { return }
        }
    }

    /// Removes the responses that satisfy `condition`.
    mutating func remove(where condition: (StoredResponse) -> Bool) {
        for entry in entries.values.joined() where condition(entry.response) {
            removeEntry(of: entry.response.key) { $0.number == entry.number }
        }
    }

    private mutating func removeEntry(of key: CacheKey, where matches: (Entry) -> Bool) {
        guard var kept = entries[key], let index = kept.firstIndex(where: matches) else { return }
        bodyBytes -= kept.remove(at: index).response.body.count
        entries[key] = kept.isEmpty ? nil : kept
    }
}
