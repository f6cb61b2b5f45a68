package import HTTPCore
import JSONCore

/// An account with what its page shows, as `/users/{login}` and `/orgs/{org}` give it.
///
/// Members that a person may leave empty are nil; GitHub sends null, nothing, or `""` for them.
package struct Profile: Hashable, Sendable {
    package let user: User
    package let name: String?
    package let company: String?
    package let location: String?
    package let bio: String?
    package let blog: String?
    package let followers: Int
    package let following: Int
    package let publicRepositories: Int
    /// Nil only in the short form of some old bodies, never in a summary.
    package let createdAt: Timestamp?
}

extension Profile: Decodable {
    private enum CodingKeys: String, CodingKey {
        case name, company, location, bio, blog, followers, following
        case publicRepositories = "public_repos"
        case createdAt = "created_at"
    }

    package init(from decoder: any Decoder) throws {
        user = try User(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        company = try container.decodeIfPresent(String.self, forKey: .company)
        location = try container.decodeIfPresent(String.self, forKey: .location)
        bio = try container.decodeIfPresent(String.self, forKey: .bio)
        let blog = try container.decodeIfPresent(String.self, forKey: .blog)
        self.blog = blog?.isEmpty == true ? nil : blog
        followers = try container.decodeIfPresent(Int.self, forKey: .followers) ?? 0
        following = try container.decodeIfPresent(Int.self, forKey: .following) ?? 0
        publicRepositories =
            try container.decodeIfPresent(Int.self, forKey: .publicRepositories) ?? 0
        createdAt = try container.decodeIfPresent(Timestamp.self, forKey: .createdAt)
    }
}
