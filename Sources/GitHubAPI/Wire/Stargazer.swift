package import HTTPCore

/// Who starred a repository, and when.
package struct Stargazer: Hashable, Sendable, Identifiable {
    package let user: User
    /// Nil if GitHub sent its plain form, without times.
    package let starredAt: Timestamp?

    package var id: Int { user.id }
}

extension Stargazer: Decodable {
    private enum CodingKeys: String, CodingKey {
        case user
        case starredAt = "starred_at"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if container.contains(.user) {
            user = try container.decode(User.self, forKey: .user)
            starredAt = try container.decodeIfPresent(Timestamp.self, forKey: .starredAt)
        } else {
            user = try User(from: decoder)
            starredAt = nil
        }
    }
}
