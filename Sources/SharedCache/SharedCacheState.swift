/// The shared cache as `cache.stats` tells of it.
package struct SharedCacheState: Hashable, Sendable {
    package enum Condition: String, Hashable, Sendable, CaseIterable {
        case up
        /// No connection, or no permission. This server goes on alone.
        case down
        /// The engine answers, but has no room for more.
        case full
    }

    /// Where the engine is, without user and password.
    package var url: String
    package var condition: Condition
    /// Servers that were seen within the last 15 seconds, this one included; 0 if that is not known.
    package var servers: Int
    package var counts: SharingCounts
}
