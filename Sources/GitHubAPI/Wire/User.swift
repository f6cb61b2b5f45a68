/// An account: a user, an organization, a bot.
package struct User: Hashable, Sendable, Identifiable {
    package let id: Int
    package let login: String
    /// `User`, `Organization`, `Bot`, `Mannequin`, ...
    package let type: String
    package let avatarURL: String
    /// Its page on github.com.
    package let htmlURL: String
    package let apiURL: String
}

extension User: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id, login, type
        case avatarURL = "avatar_url"
        case htmlURL = "html_url"
        case apiURL = "url"
    }
}
