import GitHubAPI

/// Where a result came from, and until when it is fresh.
package struct Freshness: Hashable, Sendable, Encodable {
    /// `network`, `cache`, `revalidated` or `stale`: the worst of all the responses.
    package let source: String
    /// When the oldest response was sent or last confirmed.
    package let fetchedAt: Timestamp
    /// Nil if not all of it is stored.
    package let expiresAt: Timestamp?

    init(_ provenance: Provenance) {
        source = provenance.source.rawValue
        fetchedAt = Timestamp(provenance.fetchedAt)
        expiresAt = provenance.expiresAt.map { Timestamp($0) }
    }

    private enum CodingKeys: String, CodingKey {
        case source, fetchedAt, expiresAt
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(source, forKey: .source)
        try container.encode(fetchedAt, forKey: .fetchedAt)
        try container.encode(expiresAt, forKey: .expiresAt)
    }
}
