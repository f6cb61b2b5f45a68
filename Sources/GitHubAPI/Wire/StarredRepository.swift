package import HTTPCore

/// A repository that a user starred, and when.
package struct StarredRepository: Hashable, Sendable, Identifiable {
    package let repository: Repository
    /// Nil if GitHub sent its plain form, without times.
    package let starredAt: Timestamp?

    package var id: Int { repository.id }
}

extension StarredRepository: Decodable {
    private enum CodingKeys: String, CodingKey {
        case repository = "repo"
        case starredAt = "starred_at"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if container.contains(.repository) {
            repository = try container.decode(Repository.self, forKey: .repository)
            starredAt = try container.decodeIfPresent(Timestamp.self, forKey: .starredAt)
        } else {
            repository = try Repository(from: decoder)
            starredAt = nil
        }
    }
}
