package import HTTPCore
import JSONCore

/// A repository, as GitHub's lists and `/repos/{owner}/{repo}` give it.
package struct Repository: Hashable, Sendable, Identifiable {
    package let id: Int
    package let name: String
    package let fullName: String
    /// The owner's login.
    package let owner: String
    package let description: String?
    package let stars: Int
    package let forks: Int
    package let language: String?
    /// An SPDX identifier.
    package let license: String?
    package let isFork: Bool
    package let isArchived: Bool
    package let isPrivate: Bool
    package let topics: [String]
    /// Its page on github.com.
    package let htmlURL: String
    package let apiURL: String
    package let homepage: String?
    package let createdAt: Timestamp
    package let updatedAt: Timestamp
    /// Nil for a repository without pushes.
    package let pushedAt: Timestamp?
}

extension Repository: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id, name, owner, description, language, license, topics, homepage, fork, archived
        case fullName = "full_name"
        case stars = "stargazers_count"
        case watchers
        case forks = "forks_count"
        case isPrivate = "private"
        case htmlURL = "html_url"
        case apiURL = "url"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case pushedAt = "pushed_at"
    }

    private struct Owner: Decodable {
        let login: String
    }

    private struct License: Decodable {
        let spdx: String?

        enum CodingKeys: String, CodingKey {
            case spdx = "spdx_id"
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        name = try container.decode(String.self, forKey: .name)
        fullName = try container.decode(String.self, forKey: .fullName)
        // GitHub's description permits a null owner; the full name always has the login.
        owner =
            try container.decodeIfPresent(Owner.self, forKey: .owner)?.login
            ?? String(fullName.prefix { $0 != "/" })
        description = try container.decodeIfPresent(String.self, forKey: .description)
        // Stars were called watchers until 2012, and some lists kept only that name for longer.
        stars =
            try container.decodeIfPresent(Int.self, forKey: .stars)
            ?? container.decode(Int.self, forKey: .watchers)
        forks = try container.decode(Int.self, forKey: .forks)
        language = try container.decodeIfPresent(String.self, forKey: .language)
        license = try container.decodeIfPresent(License.self, forKey: .license)?.spdx
        isFork = try container.decode(Bool.self, forKey: .fork)
        isArchived = try container.decodeIfPresent(Bool.self, forKey: .archived) ?? false
        isPrivate = try container.decodeIfPresent(Bool.self, forKey: .isPrivate) ?? false
        topics = try container.decodeIfPresent([String].self, forKey: .topics) ?? []
        htmlURL = try container.decode(String.self, forKey: .htmlURL)
        apiURL = try container.decode(String.self, forKey: .apiURL)
        let homepage = try container.decodeIfPresent(String.self, forKey: .homepage)
        self.homepage = homepage?.isEmpty == true ? nil : homepage
        createdAt = try container.decode(Timestamp.self, forKey: .createdAt)
        updatedAt =
            try container.decodeIfPresent(Timestamp.self, forKey: .updatedAt) ?? createdAt
        pushedAt = try container.decodeIfPresent(Timestamp.self, forKey: .pushedAt)
    }
}
