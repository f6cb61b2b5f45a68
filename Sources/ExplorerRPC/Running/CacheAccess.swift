import Explorer

/// The cache, as `cache.stats` and `cache.clear` see it.
package struct CacheAccess: Sendable {
    package let statistics: @Sendable () async throws -> CacheStatistics
    /// Removes everything, or what concerns one login; returns how many entries went.
    package let clear: @Sendable (_ login: String?) async throws -> Int

    package init(
        statistics: @escaping @Sendable () async throws -> CacheStatistics,
        clear: @escaping @Sendable (_ login: String?) async throws -> Int
    ) {
        self.statistics = statistics
        self.clear = clear
    }
}

/// What the cache holds, what it has done since the server started, and since its file was begun.
package struct CacheStatistics: Hashable, Sendable {
    /// What one host's responses take.
    package struct Host: Encodable, Hashable, Sendable {
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

    package init(path: String, entries: Int, bytes: Int, maxBytes: Int) {
        self.path = path
        self.entries = entries
        self.bytes = bytes
        self.maxBytes = maxBytes
    }
}

extension CacheStatistics: Encodable {
    private enum CodingKeys: String, CodingKey {
        case path, entries, bytes, maxBytes, oldest, newest, hosts, lifetime
    }

    package func encode(to encoder: any Encoder) throws {
        try counts.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(path, forKey: .path)
        try container.encode(entries, forKey: .entries)
        try container.encode(bytes, forKey: .bytes)
        try container.encode(maxBytes, forKey: .maxBytes)
        try container.encode(oldest, forKey: .oldest)
        try container.encode(newest, forKey: .newest)
        try container.encode(hosts, forKey: .hosts)
        try container.encode(Lifetime(since: since, counts: lifetime), forKey: .lifetime)
    }

    private struct Lifetime: Encodable {
        let since: Timestamp?
        let counts: Counts

        private enum CodingKeys: String, CodingKey {
            case since
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(since, forKey: .since)
            try counts.encode(to: encoder)
        }
    }
}

extension CacheStatistics.Counts: Encodable {}
