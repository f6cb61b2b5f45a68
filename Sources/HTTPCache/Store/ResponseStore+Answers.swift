import FoundationEssentials
import HTTPCore

/// Texts made of stored responses, for a process that begins with nothing in memory.
extension ResponseStore {
    /// Longest text that is kept, in bytes.
    package static let maximumAnswerBytes = 64 << 10

    /// What was kept for `question` and this identity, unless it has expired or a response that
    /// it is made of is gone or has become another one.
    package func answer(to question: String, credential: Secret?) async -> StoredAnswer? {
        // What is not yet in the file may be what makes the answer an old one.
        guard isFile, !state.withLock({ $0.pending.hasResponses }) else { return nil }
        let identity = await identity(of: credential)
        let now = clock()
        return await access.read { database in
            try AnswerTable.answer(to: question, identity, now: now, in: database)
        } ?? nil
    }

    /// Keeps `text` in the file, with the responses that it is made of, in the place of an older
    /// answer to the same question. Does not wait for the write.
    ///
    /// - Parameters:
    ///   - parts: all of the responses; an answer to which one of them is missing in the file is
    ///     not kept.
    ///   - requests: what it takes to make the text anew; `limited` of them count against a limit.
    package func keepAnswer(
        _ text: [UInt8], to question: String, credential: Secret?, parts: [StoredPart],
        until expiry: Date, requests: Int, limited: Int
    ) async {
        state.withLock { state in
            state.pending.noteAnswer()
            state.pause?.cancel()
        }
        guard isFile, text.count <= Self.maximumAnswerBytes, !parts.isEmpty else { return }
        let answer = StoredAnswer(
            question: question, identity: await identity(of: credential), text: text,
            savedAt: clock(), expiresAt: expiry, requests: requests, limited: limited,
            parts: parts)
        state.withLock { $0.pending.add(answer) }
        beginWriting()
    }

    /// An answer in memory is worth nothing beside those that its maker keeps there.
    private var isFile: Bool { path != ":memory:" }
}
