package import HTTPCore
package import Secrets
import Synchronization

/// Results made of stored responses, for a process that starts with nothing in memory.
extension ResponseStore {
    /// Longest result that is stored, in bytes.
    package static let maximumResultBytes = 64 << 10

    /// The result for `question` and this identity, unless it has expired or one of its responses
    /// has been removed or replaced.
    package func result(for question: String, credential: Secret?) async -> StoredResult? {
        // A response that is not in the file yet may make the result obsolete.
        guard isFile, !state.withLock({ $0.pending.hasResponses }) else { return nil }
        let identity = await identity(of: credential)
        let now = clock()
        return await access.read { database in
            try ResultTable.result(for: question, identity, now: now, in: database)
        } ?? nil
    }

    /// Stores `result` in the file with the responses that it is made of, in place of an older
    /// result for the same question. Does not wait for the write.
    ///
    /// - Parameter parts: all of the responses; if one of them is missing in the file, the result
    ///   is not stored.
    package func keep(
        _ result: StoredResult, for question: String, credential: Secret?, parts: [StoredPart]
    ) async {
        guard isFile, result.text.count <= Self.maximumResultBytes, !parts.isEmpty else {
            return
        }
        let pending = PendingResult(
            result: result, question: question, identity: await identity(of: credential),
            savedAt: clock(), parts: parts)
        state.withLock { $0.pending.add(pending) }
        beginWriting()
    }

    /// In memory, results are useless here: their maker keeps its own.
    private var isFile: Bool { path != ":memory:" }
}
