import FoundationEssentials
import HTTPTypes

/// Responses that have been stored but are not in the file yet, and rows that have been used since.
///
/// This is a plain value. Only the newest response of a key and its ``VaryingFields`` is kept. The
/// contents of a batch can be found here until it is recorded as written.
struct PendingWrites: Sendable {
    /// The contents of one transaction.
    struct Batch: Sendable {
        var entries: [Entry] = []
        var used: [Int64: Date] = [:]
        /// Included with the last of the entries, because results refer to responses in the file.
        var results: [PendingResult] = []

        var isEmpty: Bool { entries.isEmpty && used.isEmpty && results.isEmpty }
        var bodyBytes: Int { entries.reduce(0) { $0 + $1.response.body.count } }
    }

    struct Entry: Sendable {
        /// Increases, so that a response that arrives while an older one is written is not lost.
        let number: Int
        let response: StoredResponse
    }

    /// A transaction delays those behind it, so it ends with the response that reaches one of these
    /// limits.
    static let maximumBatchEntries = 64
    static let maximumBatchBytes = 4 << 20

    /// More should not be lost at once: four batches.
    static let maximumBytes = 4 * maximumBatchBytes

    /// The sum of the bodies, in bytes.
    private(set) var bodyBytes = 0
    private var entries: [CacheKey: [Entry]] = [:]
    private var used: [Int64: Date] = [:]
    private var results: [PendingResult] = []
    private var lastNumber = 0
    private var mayBeAwaited = false

    var isEmpty: Bool { entries.isEmpty && used.isEmpty && results.isEmpty }

    mutating func add(_ response: StoredResponse) {
        removeEntry(of: response.key) { $0.response.varying == response.varying }
        lastNumber += 1
        entries[response.key, default: []].append(Entry(number: lastNumber, response: response))
        bodyBytes += response.body.count
        mayBeAwaited = true
    }

    mutating func markUsed(row: Int64, at date: Date) {
        used[row] = date
    }

    var hasResponses: Bool { !entries.isEmpty }

    /// Whether the responses may be part of a result that a client is waiting for.
    var awaitsResult: Bool { mayBeAwaited && hasResponses }

    /// Records that a result has been made of the responses so far.
    mutating func noteResult() {
        mayBeAwaited = false
    }

    /// A result beyond the limit is dropped; it can be made again.
    mutating func add(_ result: PendingResult) {
        guard results.count < Self.maximumBatchEntries else { return }
        results.append(result)
    }

    /// The newest response of `key` whose ``VaryingFields`` match the request's `fields`.
    func response(for key: CacheKey, fields: HTTPFields) -> StoredResponse? {
        entries[key]?.last { $0.response.varying.match(fields) }?.response
    }

    /// The oldest entries, as many as one transaction should write.
    func nextBatch() -> Batch {
        var batch = Batch(used: used)
        var bytes = 0
        for entry in entries.values.joined().sorted(by: { $0.number < $1.number }) {
            batch.entries.append(entry)
            bytes += entry.response.body.count
            if batch.entries.count == Self.maximumBatchEntries || bytes >= Self.maximumBatchBytes {
                return batch
            }
        }
        batch.results = results
        return batch
    }

    /// Removes what a batch has written, but not what arrived after the batch was taken.
    mutating func wrote(_ batch: Batch) {
        for entry in batch.entries {
            removeEntry(of: entry.response.key) { $0.number == entry.number }
        }
        for (row, date) in batch.used where used[row] == date {
            used[row] = nil
        }
        // Results are appended, and none is removed while a batch with them is being written.
        results.removeFirst(batch.results.count)
    }

    /// Whether callers must wait until something is written.
    var isFull: Bool { bodyBytes > Self.maximumBytes }

    /// Removes all results, and the oldest responses until the remaining bodies have at most
    /// `bytes`.
    mutating func shrink(to bytes: Int = maximumBytes / 2) {
        results.removeAll()
        guard bodyBytes > bytes else { return }
        for entry in entries.values.joined().sorted(by: { $0.number < $1.number }) {
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
