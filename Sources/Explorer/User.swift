import GitHubAPI

/// An account: a user, an organization, a bot.
package struct User: Hashable, Sendable {
    package let id: Int
    package let login: String
    package let type: String
    package let avatarUrl: String
    package let profileUrl: String
    package let apiUrl: String

    init(_ user: GitHubUser) {
        id = user.id
        login = user.login
        type = user.type
        avatarUrl = user.avatarURL
        profileUrl = user.htmlURL
        apiUrl = user.apiURL
    }
}

extension User: Encodable {
    /// Members of a user and of the types that add to it, so that one object holds them all.
    enum Member: String, CodingKey {
        case id, login, type, avatarUrl, profileUrl, apiUrl
        case name, company, location, bio, blog, followers, following, publicRepositories
        case createdAt, starredAt, score, avatar
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Member.self)
        try encode(into: &container)
    }

    func encode(into container: inout KeyedEncodingContainer<Member>) throws {
        try container.encode(id, forKey: .id)
        try container.encode(login, forKey: .login)
        try container.encode(type, forKey: .type)
        try container.encode(avatarUrl, forKey: .avatarUrl)
        try container.encode(profileUrl, forKey: .profileUrl)
        try container.encode(apiUrl, forKey: .apiUrl)
    }
}
