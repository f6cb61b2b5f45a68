/// What a caller asks of one question to GitHub, beside the question itself.
package struct FetchOptions: Sendable {
    /// Revalidates upstream even if a stored answer is fresh.
    package var refresh: Bool
    /// How old a stored answer may be, in seconds; nil: what GitHub's header fields allow.
    package var maximumAge: Int?
    /// Told of requests as they become known and as they are answered.
    package var observer: (@Sendable (FetchEvent) -> Void)?
    /// Counts the requests that are answered.
    package var tally: RequestTally?
    /// The caller has told ``observer`` of the request already.
    package var isPlanned = false

    package init(
        refresh: Bool = false, maximumAge: Int? = nil,
        observer: (@Sendable (FetchEvent) -> Void)? = nil
    ) {
        self.refresh = refresh
        self.maximumAge = maximumAge
        self.observer = observer
    }

    /// Tells the observer of `count` requests, and gives options for making them.
    package func planning(_ count: Int) -> FetchOptions {
        observer?(.planned(count))
        var options = self
        options.isPlanned = true
        return options
    }
}

/// How a question that takes several requests gets on.
package enum FetchEvent: Hashable, Sendable {
    /// So many more requests will be made.
    case planned(Int)
    /// One of them is not answered from a store: GitHub is asked now.
    case asking
    /// One of them was answered, from there.
    case answered(Provenance.Source)
}
