package import FoundationEssentials

/// The source of a response, and the time until which it is fresh.
package struct Provenance: Hashable, Sendable {
    package enum Source: String, Hashable, Sendable, CaseIterable {
        /// Fetched for this request.
        case network
        /// Stored and fresh: upstream was not asked.
        case cache
        /// Stored, and confirmed by upstream for this request (304).
        case revalidated
        /// Stored and no longer fresh, because upstream could not be asked.
        case stale

        /// Higher is worse.
        fileprivate var rank: Int {
            switch self {
            case .network: 0
            case .revalidated: 1
            case .cache: 2
            case .stale: 3
            }
        }
    }

    package var source: Source
    /// When upstream sent or last confirmed the response.
    package var fetchedAt: Date
    /// Nil for a response that is not stored.
    package var expiresAt: Date?
    /// The stored responses that a result is made of.
    package var parts: [StoredPart]

    package init(
        source: Source, fetchedAt: Date, expiresAt: Date? = nil, parts: [StoredPart] = []
    ) {
        self.source = source
        self.fetchedAt = fetchedAt
        self.expiresAt = expiresAt
        self.parts = parts
    }

    /// The provenance of a result made of both: the worst source and the oldest times.
    ///
    /// The earlier expiry counts. If one part is not stored, the whole is not.
    package func combined(with other: Provenance) -> Provenance {
        var expiry: Date?
        if let mine = expiresAt, let theirs = other.expiresAt { expiry = min(mine, theirs) }
        return Provenance(
            source: source.rank > other.source.rank ? source : other.source,
            fetchedAt: min(fetchedAt, other.fetchedAt),
            expiresAt: expiry, parts: parts + other.parts)
    }
}

/// Identifies a response in the cache and its version; the response is unchanged while all of this
/// is.
package struct StoredPart: Hashable, Sendable {
    package let url: String
    /// The owner of the response, as the cache distinguishes them.
    package let identity: [UInt8]
    package let receivedAt: Date

    package init(url: String, identity: [UInt8], receivedAt: Date) {
        self.url = url
        self.identity = identity
        self.receivedAt = receivedAt
    }
}
