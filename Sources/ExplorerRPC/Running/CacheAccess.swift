import Explorer
import HTTPCore

/// The cache, as `cache.stats` and `cache.clear` see it.
package struct CacheAccess: Sendable {
    package let statistics: @Sendable () async throws -> CacheStatistics
    /// Removes all responses, or those about one login; returns their number.
    package let clear: @Sendable (_ login: String?) async throws -> Int

    package init(
        statistics: @escaping @Sendable () async throws -> CacheStatistics,
        clear: @escaping @Sendable (_ login: String?) async throws -> Int
    ) {
        self.statistics = statistics
        self.clear = clear
    }
}

/// The contents of the cache, and its counts since the server started and since its file began.
package struct CacheStatistics: Hashable, Sendable {
    /// The space that one host's responses take.
    package struct Host: Hashable, Sendable {
        package let host: String
        package let entries: Int
        package let bytes: Int

        package init(host: String, entries: Int, bytes: Int) {
            self.host = host
            self.entries = entries
            self.bytes = bytes
        }
    }

    /// How requests were answered.
    package struct Counts: Hashable, Sendable {
        package var hits = 0
        package var misses = 0
        package var revalidations = 0
        package var staleServed = 0
        package var coalesced = 0
        package var evictions = 0
        package var requestsSpared = 0
        package var rateLimitSpared = 0

        package init() {}
    }

    /// The cache that several servers share, and this server's counts of it.
    package struct Shared: Hashable, Sendable {
        package enum State: String, Hashable, Sendable, CaseIterable {
            case up, down, full
        }

        /// Without user and password.
        package let url: String
        package let state: State
        package let servers: Int
        package var hits = 0
        package var fills = 0
        package var waits = 0
        package var takeovers = 0
        package var alone = 0

        package init(url: String, state: State, servers: Int) {
            self.url = url
            self.state = state
            self.servers = servers
        }
    }

    package var path: String
    package var entries: Int
    /// Size of the file.
    package var bytes: Int
    package var maxBytes: Int
    package var counts = Counts()
    package var oldest: Timestamp?
    package var newest: Timestamp?
    /// Most bytes first.
    package var hosts: [Host] = []
    package var lifetime = Counts()
    /// When ``lifetime`` began.
    package var since: Timestamp?
    /// Nil without a shared cache.
    package var shared: Shared?

    package init(path: String, entries: Int, bytes: Int, maxBytes: Int) {
        self.path = path
        self.entries = entries
        self.bytes = bytes
        self.maxBytes = maxBytes
    }
}
