/// What a store holds, and what this process did with it since it opened the store.
package struct CacheStatistics: Hashable, Sendable {
    /// `:memory:` if there is no file.
    package var path: String
    /// Stored responses.
    package var entries: Int
    /// Size of the file.
    package var bytes: Int
    package var maxBytes: Int
    package var counts: CacheCounts
}

/// How requests were answered since the process began.
package struct CacheCounts: Hashable, Sendable {
    /// Answered without asking upstream, the stored response being fresh.
    package var hits = 0
    /// Answered by upstream with a response of its own.
    package var misses = 0
    /// Confirmed by upstream with a 304.
    package var revalidations = 0
    /// Answered past the response's time, since upstream could not be asked.
    package var staleServed = 0
    /// Responses removed to keep the store within its bound.
    package var evictions = 0

    package init() {}
}
