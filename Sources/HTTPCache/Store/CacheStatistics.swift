import FoundationEssentials

/// What a store holds, what this process did with it, and what all processes did since the file
/// was begun.
package struct CacheStatistics: Hashable, Sendable {
    /// The responses of one host.
    package struct Host: Hashable, Sendable {
        /// With its port, if the URL has one.
        package var host: String
        package var entries: Int
        /// Sum of the bodies as they are stored.
        package var bytes: Int
    }

    /// `:memory:` if there is no file.
    package var path: String
    /// Stored responses.
    package var entries: Int
    /// Size of the file.
    package var bytes: Int
    package var maxBytes: Int
    /// When upstream sent or confirmed the response that was longest without it; nil of none.
    package var oldest: Date?
    package var newest: Date?
    /// Most bytes first.
    package var hosts: [Host]
    package var counts: CacheCounts
    package var lifetime: CacheCounts
    /// When ``lifetime`` begins.
    package var since: Date?
}

/// How requests were answered.
package struct CacheCounts: Hashable, Sendable {
    /// Answered without asking upstream, the stored response being fresh.
    package var hits = 0
    /// Answered by upstream with a response of its own.
    package var misses = 0
    /// Confirmed by upstream with a 304.
    package var revalidations = 0
    /// Answered past the response's time, since upstream could not be asked.
    package var staleServed = 0
    /// Answered by the transfer that an equal request had under way.
    package var coalesced = 0
    /// Responses removed to keep the store within its bound.
    package var evictions = 0
    /// Requests that were not sent: one a hit, and those that shared a transfer.
    package var requestsSpared = 0
    /// What upstream did not count against a limit: requests spared that it counts, and 304s to
    /// who signed in.
    package var rateLimitSpared = 0

    package init() {}

    /// Each count with its name in the file.
    static var names: [(name: String, count: WritableKeyPath<CacheCounts, Int>)] {
        [
            ("hits", \.hits), ("misses", \.misses), ("revalidations", \.revalidations),
            ("staleServed", \.staleServed), ("coalesced", \.coalesced),
            ("evictions", \.evictions), ("requestsSpared", \.requestsSpared),
            ("rateLimitSpared", \.rateLimitSpared),
        ]
    }

    static func += (left: inout CacheCounts, right: CacheCounts) {
        for (_, count) in names { left[keyPath: count] += right[keyPath: count] }
    }

    static func -= (left: inout CacheCounts, right: CacheCounts) {
        for (_, count) in names { left[keyPath: count] -= right[keyPath: count] }
    }
}
