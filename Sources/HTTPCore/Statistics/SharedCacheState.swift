/// The cache that several servers share, as this server sees it.
package struct SharedCacheState: Hashable, Sendable {
    package enum Condition: String, Hashable, Sendable, CaseIterable {
        case up
        /// No connection, or no permission. This server works alone.
        case down
        /// The engine is reachable, but has no memory for more.
        case full
    }

    /// Where the engine is, without user and password.
    package let url: String
    package let condition: Condition
    /// Servers seen within the last 15 seconds, including this one; 0 if that is not known.
    package let servers: Int
    package let counts: SharingCounts

    package init(url: String, condition: Condition, servers: Int, counts: SharingCounts) {
        self.url = url
        self.condition = condition
        self.servers = servers
        self.counts = counts
    }
}
