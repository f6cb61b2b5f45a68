/// The cache that several servers share, as this server sees it.
package struct SharedCacheState: Hashable, Sendable {
    package enum Condition: String, Hashable, Sendable, CaseIterable {
        case up
        /// No connection, or no permission. This server goes on alone.
        case down
        /// The engine answers, but has no room for more.
        case full
    }

    /// Where the engine is, without user and password.
    package let url: String
    package let condition: Condition
    /// Servers that were seen within the last 15 seconds, this one included; 0 if that is not known.
    package let servers: Int
    package let counts: SharingCounts

    package init(url: String, condition: Condition, servers: Int, counts: SharingCounts) {
        self.url = url
        self.condition = condition
        self.servers = servers
        self.counts = counts
    }
}

/// What this server did with the shared cache since it started, or what all servers did with it.
package struct SharingCounts: Hashable, Sendable {
    /// Responses that another server had fetched.
    package var hits = 0
    /// Responses that this server has shared.
    package var fills = 0
    /// Questions that waited for another server.
    package var waits = 0
    /// Of those: this server fetched after all, since the other one gave up or was gone.
    package var takeovers = 0
    /// Questions asked without the engine: it is gone, full, or did not answer.
    package var alone = 0

    package init() {}
}
