import FoundationEssentials
import HTTPTypes

/// Responses that are kept but not yet in the file, and rows that were used since.
///
/// A plain value. Of one key and one ``VaryingFields`` the newest response counts. What is in a
/// batch stays to be found here until the batch is said to be written.
struct PendingWrites: Sendable {
    /// What one transaction writes.
    struct Batch: Sendable {
        var entries: [Entry] = []
        var used: [Int64: Date] = [:]
        /// Comes with the last of the entries, since answers refer to responses in the file.
        var answers: [StoredAnswer] = []

        var isEmpty: Bool { entries.isEmpty && used.isEmpty && answers.isEmpty }
        var bodyBytes: Int { entries.reduce(0) { $0 + $1.response.body.count } }
    }

    struct Entry: Sendable {
        /// Counts up, so that a response that came while its elder was written is not lost.
        let number: Int
        let response: StoredResponse
    }

    /// A transaction holds up those behind it, so it ends with the response that reaches one of
    /// these.
    static let maximumBatchEntries = 64
    static let maximumBatchBytes = 4 << 20

    /// Sum of the bodies, in bytes.
    private(set) var bodyBytes = 0
    private var entries: [CacheKey: [Entry]] = [:]
    private var used: [Int64: Date] = [:]
    private var answers: [StoredAnswer] = []
    private var lastNumber = 0
    private var awaitsAnswer = false

    var isEmpty: Bool { entries.isEmpty && used.isEmpty && answers.isEmpty }

    mutating func add(_ response: StoredResponse) {
        removeEntry(of: response.key) { $0.response.varying == response.varying }
        lastNumber += 1
        entries[response.key, default: []].append(Entry(number: lastNumber, response: response))
        bodyBytes += response.body.count
        awaitsAnswer = true
    }

    mutating func markUsed(row: Int64, at date: Date) {
        used[row] = date
    }

    var hasResponses: Bool { !entries.isEmpty }

    /// Notes that an answer was made of what came so far.
    mutating func noteAnswer() {
        awaitsAnswer = false
    }

    /// Whether it takes long to write, is not yet urgent, and may be what somebody is waiting to
    /// have an answer made of.
    var isWorthGathering: Bool {
        awaitsAnswer && (Self.lightBytes...Self.maximumGatheredBytes).contains(bodyBytes)
    }

    /// Less is compressed in less than a millisecond.
    static let lightBytes = 128 << 10
    private static let maximumGatheredBytes = 8 << 20

    /// One too many is dropped: it can be made anew.
    mutating func add(_ answer: StoredAnswer) {
        guard answers.count < Self.maximumBatchEntries else { return }
        answers.append(answer)
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
        batch.answers = answers
        return batch
    }

    /// Forgets what a batch wrote, but not what came after it was taken.
    mutating func wrote(_ batch: Batch) {
        for entry in batch.entries {
            removeEntry(of: entry.response.key) { $0.number == entry.number }
        }
        for (row, date) in batch.used where used[row] == date {
            used[row] = nil
        }
        // They are added at the end, and none goes while a batch with them is written.
        answers.removeFirst(batch.answers.count)
    }

    /// Forgets all answers, and the oldest responses until the bodies of the others have at most
    /// `bytes`.
    mutating func shrink(to bytes: Int) {
        answers.removeAll()
        guard bodyBytes > bytes else { return }
        for entry in entries.values.joined().sorted(by: { $0.number < $1.number }) {
            removeEntry(of: entry.response.key) { $0.number == entry.number }
            if bodyBytes <= bytes { return }
        }
    }

    /// Forgets the responses that `condition` holds for.
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
