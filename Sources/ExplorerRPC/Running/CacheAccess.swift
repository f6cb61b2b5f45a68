package import HTTPCore

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
