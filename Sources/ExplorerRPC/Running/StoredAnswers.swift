import Explorer
import FoundationEssentials

/// Answers in the cache file, which a process finds that was started after them.
///
/// One value serves one call and keeps to the identity that was in use when the call began.
package struct StoredAnswers: Sendable {
    package struct Answer: Sendable {
        package let result: [UInt8]
        package let expiresAt: Date
        package let spares: SparedRequests

        package init(result: [UInt8], expiresAt: Date, spares: SparedRequests) {
            self.result = result
            self.expiresAt = expiresAt
            self.spares = spares
        }
    }

    /// What was kept for `question`, while all that it is made of is as it was.
    package let find: @Sendable (_ question: String) async -> Answer?
    /// Keeps an answer that is made of what `tally` counted.
    package let keep:
        @Sendable (_ question: String, _ answer: Answer, _ tally: RequestTally) async -> Void

    package init(
        find: @escaping @Sendable (String) async -> Answer?,
        keep: @escaping @Sendable (String, Answer, RequestTally) async -> Void
    ) {
        self.find = find
        self.keep = keep
    }

    /// For a process without a file.
    package static let none = StoredAnswers(find: { _ in nil }, keep: { _, _, _ in })
}
