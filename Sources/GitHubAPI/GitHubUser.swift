/// An account as GitHub's lists show it.
package struct GitHubUser: Hashable, Sendable, Identifiable {
    package let id: Int
    package let login: String
    /// `User`, `Organization`, `Bot`, `Mannequin`, ...
    package let type: String
    package let avatarURL: String
    /// Its page on github.com.
    package let htmlURL: String
    package let apiURL: String
}

extension GitHubUser: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id, login, type
        case avatarURL = "avatar_url"
        case htmlURL = "html_url"
        case apiURL = "url"
    }
}
