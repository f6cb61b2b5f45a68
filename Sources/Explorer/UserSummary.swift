import GitHubAPI

/// A person or organization in figures: over all public repositories they own.
package struct UserSummary: Hashable, Sendable {
    /// How much of the work is in one language.
    package struct LanguageShare: Hashable, Sendable, Encodable {
        package let language: String
        package let repositories: Int
        package let stars: Int
    }

    package let user: Profile
    package let totalStars: Int
    package let totalRepositories: Int
    /// Most repositories first; ties by stars, then by name.
    package let languages: [LanguageShare]
    /// At most five, by stars.
    package let topRepositories: [Repository]
    package let freshness: Freshness
    package let skipped: Int

    /// The language of most repositories; nil if none has a language.
    package var favoriteLanguage: String? { languages.first?.language }
}

extension Explorer {
    /// Profile, stars, languages and best repositories of one account.
    ///
    /// Profile and first page are fetched side by side, then all other pages: 4 requests for 250
    /// repositories.
    package func summary(
        _ login: String, _ options: CallOptions = CallOptions()
    ) async throws(ExplorerError) -> UserSummary {
        let fetch = options.fetch
        return try await asking(about: .account(login: login)) { () throws(GitHubError) in
            let (profile, list) = try await profileAndRepositories(login, fetch)
            let repositories = list.items.filter { !$0.isPrivate }.map { Repository($0) }
            let order = RepositoryOrder(sort: .stars, direction: .desc)
            return UserSummary(
                user: try Profile(profile.value),
                totalStars: repositories.reduce(0) { $0 + $1.stars },
                totalRepositories: repositories.count,
                languages: UserSummary.languages(of: repositories),
                topRepositories: Array(order.sorted(repositories).prefix(5)),
                freshness: Freshness(profile.provenance.combined(with: list.provenance)),
                skipped: list.skipped)
        }
    }
}

extension UserSummary {
    static func languages(of repositories: [Repository]) -> [LanguageShare] {
        let groups = Dictionary(grouping: repositories.filter { $0.language != nil }) {
            $0.language ?? ""
        }
        return groups.map { language, members in
            LanguageShare(
                language: language, repositories: members.count,
                stars: members.reduce(0) { $0 + $1.stars })
        }.sorted { left, right in
            if left.repositories != right.repositories {
                return left.repositories > right.repositories
            }
            return left.stars == right.stars
                ? left.language < right.language : left.stars > right.stars
        }
    }
}

extension UserSummary: Encodable {
    private enum CodingKeys: String, CodingKey {
        case user, totalStars, totalRepositories, favoriteLanguage, languages, topRepositories
        case freshness, skipped
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(user, forKey: .user)
        try container.encode(totalStars, forKey: .totalStars)
        try container.encode(totalRepositories, forKey: .totalRepositories)
        try container.encode(favoriteLanguage, forKey: .favoriteLanguage)
        try container.encode(languages, forKey: .languages)
        try container.encode(topRepositories, forKey: .topRepositories)
        try container.encode(freshness, forKey: .freshness)
        if skipped > 0 { try container.encode(skipped, forKey: .skipped) }
    }
}
