package import FoundationEssentials

/// The contents of a cache, the counts of this process, and the counts of all processes since the
/// file was created.
package struct CacheStatistics: Hashable, Sendable {
    /// The responses of one host.
    package struct Host: Hashable, Sendable {
        /// With the port, if the URL has one.
        package let host: String
        package let entries: Int
        /// The sum of the bodies as stored.
        package let bytes: Int

        package init(host: String, entries: Int, bytes: Int) {
            self.host = host
            self.entries = entries
            self.bytes = bytes
        }
    }

    /// `:memory:` if there is no file.
    package var path: String
    /// Stored responses.
    package var entries: Int
    /// Size of the file.
    package var bytes: Int
    package var maxBytes: Int
    /// The earliest time at which upstream sent or last confirmed a response; nil if there is none.
    package var oldest: Date?
    package var newest: Date?
    /// Most bytes first.
    package var hosts: [Host] = []
    package var counts = CacheCounts()
    package var lifetime = CacheCounts()
    /// What was done for clients that speak HTTP themselves since then, by the owner's name.
    package var clients: [String: ClientCounts] = [:]
    /// When ``lifetime`` begins.
    package var since: Date?
    /// Nil without a shared cache.
    package var shared: SharedCacheState?

    package init(path: String, entries: Int, bytes: Int, maxBytes: Int) {
        self.path = path
        self.entries = entries
        self.bytes = bytes
        self.maxBytes = maxBytes
    }
}
