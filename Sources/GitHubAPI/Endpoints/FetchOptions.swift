package import HTTPCore

/// The options of a query to GitHub.
package struct FetchOptions: Sendable {
    /// What the caller demands of the cache; each endpoint adds the lifetime of its responses.
    package var policy: CachePolicy
    /// Is told when requests become known, when GitHub is asked, and of each answer.
    package var progress: RequestProgress?
    /// Counts the answered requests.
    package var tally: RequestTally?
    /// Whether ``progress`` has already been told of the request.
    package private(set) var isPlanned = false

    package init(_ policy: CachePolicy = CachePolicy()) {
        self.policy = policy
    }

    /// Tells ``progress`` of `count` requests, and returns options for sending them.
    package func planning(_ count: Int) -> FetchOptions {
        progress?.plan(count)
        var options = self
        options.isPlanned = true
        return options
    }
}
