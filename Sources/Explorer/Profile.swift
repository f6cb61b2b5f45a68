import GitHubAPI

/// A user with what its profile page shows.
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
    package let createdAt: Timestamp

    /// - Throws: ``ExplorerFailure/invalidResponse(status:reason:)`` for a profile without a date.
    init(_ profile: GitHubProfile) throws(GitHubError) {
        guard let createdAt = profile.createdAt else {
            throw .invalidResponse(status: 200, reason: "/created_at: missing")
        }
        user = User(profile.user)
        name = profile.name
        company = profile.company
        location = profile.location
        bio = profile.bio
        blog = profile.blog
        followers = profile.followers
        following = profile.following
        publicRepositories = profile.publicRepositories
        self.createdAt = createdAt
    }
}

extension Profile: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: User.Member.self)
        try user.encode(into: &container)
        try container.encode(name, forKey: .name)
        try container.encode(company, forKey: .company)
        try container.encode(location, forKey: .location)
        try container.encode(bio, forKey: .bio)
        try container.encode(blog, forKey: .blog)
        try container.encode(followers, forKey: .followers)
        try container.encode(following, forKey: .following)
        try container.encode(publicRepositories, forKey: .publicRepositories)
        try container.encode(createdAt, forKey: .createdAt)
    }
}
