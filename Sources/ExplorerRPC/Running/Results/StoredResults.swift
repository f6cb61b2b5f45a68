package import HTTPCore

/// Results in the cache file, for processes that start later.
///
/// One value serves one call, with the token that was in use when the call began.
package struct StoredResults: Sendable {
    /// The result for `question`, while all responses that it is made of are unchanged.
    package let find: @Sendable (_ question: String) async -> StoredResult?
    /// Stores a result that is made of the responses `parts`.
    package let keep:
        @Sendable (_ result: StoredResult, _ question: String, _ parts: [StoredPart]) async -> Void

    package init(
        find: @escaping @Sendable (String) async -> StoredResult?,
        keep: @escaping @Sendable (StoredResult, String, [StoredPart]) async -> Void
    ) {
        self.find = find
        self.keep = keep
    }

    /// For a process without a file.
    package static let none = StoredResults(find: { _ in nil }, keep: { _, _, _ in })
}
