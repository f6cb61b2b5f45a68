/// What a client that speaks HTTP demands of a cache besides ``CachePolicy`` (RFC 9111, section 5.2.1).
package struct StandardCaching: Hashable, Sendable {
    /// Whether the cache is a shared one to the client: requests without a credential share responses.
    package var isShared: Bool
    /// How many seconds after its expiry a response may be used (`max-stale`).
    package var maximumStaleness = 0
    /// How many seconds longer a response must be fresh (`min-fresh`).
    package var minimumFreshness = 0
    /// Upstream is not asked (`only-if-cached`).
    package var onlyIfCached = false
    /// How many seconds after its expiry a response may be used if upstream fails (RFC 5861).
    package var staleIfError = 0

    package init(isShared: Bool) {
        self.isShared = isShared
    }
}
