/// Who starred a repository, and when.
package struct GitHubStargazer: Hashable, Sendable, Identifiable {
    package let user: GitHubUser
    /// Nil where GitHub answered in its plain form, without times.
    package let starredAt: Timestamp?

    package var id: Int { user.id }
}

extension GitHubStargazer: Decodable {
    private enum CodingKeys: String, CodingKey {
        case user
        case starredAt = "starred_at"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if container.contains(.user) {
            user = try container.decode(GitHubUser.self, forKey: .user)
            starredAt = try container.decodeIfPresent(Timestamp.self, forKey: .starredAt)
        } else {
            user = try GitHubUser(from: decoder)
            starredAt = nil
        }
    }
}
