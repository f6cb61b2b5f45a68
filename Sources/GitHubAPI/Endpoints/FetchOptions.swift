package import HTTPCore

/// The options of a query to GitHub.
package struct FetchOptions: Sendable {
    /// What the caller demands of the cache. Each endpoint adds how long its responses may be
    /// stored.
    package var policy: CachePolicy
    /// Called when requests become known and when they are answered.
    package var observer: (@Sendable (FetchEvent) -> Void)?
    /// Counts the answered requests.
    package var tally: RequestTally?
    /// Whether ``observer`` has already been told of the request.
    package var isPlanned = false

    package init(_ policy: CachePolicy = CachePolicy()) {
        self.policy = policy
    }

    /// Reports `count` requests to the observer, and returns options for sending them.
    package func planning(_ count: Int) -> FetchOptions {
        observer?(.planned(count))
        var options = self
        options.isPlanned = true
        return options
    }
}

/// The progress of a call that takes several requests.
package enum FetchEvent: Hashable, Sendable {
    /// This many further requests will be sent.
    case planned(Int)
    /// One of them could not be answered from a store; GitHub is asked now.
    case asking
    /// One of them was answered, from this source.
    case answered(Provenance.Source)
}
