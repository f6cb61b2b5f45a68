import Explorer
package import FoundationEssentials
package import HTTPCore

/// Results in the cache file, for processes that start later.
///
/// One value serves one call, with the token that was in use when the call began.
package struct StoredResults: Sendable {
    package struct Entry: Sendable {
        package let result: [UInt8]
        package let expiresAt: Date
        package let spares: SparedRequests

        package init(result: [UInt8], expiresAt: Date, spares: SparedRequests) {
            self.result = result
            self.expiresAt = expiresAt
            self.spares = spares
        }
    }

    /// The result for `question`, while all responses that it is made of are unchanged.
    package let find: @Sendable (_ question: String) async -> Entry?
    /// Stores a result that is made of the responses in `tally`.
    package let keep:
        @Sendable (_ question: String, _ entry: Entry, _ tally: RequestTally) async -> Void

    package init(
        find: @escaping @Sendable (String) async -> Entry?,
        keep: @escaping @Sendable (String, Entry, RequestTally) async -> Void
    ) {
        self.find = find
        self.keep = keep
    }

    /// For a process without a file.
    package static let none = StoredResults(find: { _ in nil }, keep: { _, _, _ in })
}
