package import GitHubAPI
import HTTPCore
import JSONCore

/// A query for the summary of one account.
package struct UserSummaryQuery: AccountQuery {
    package let login: String
}

/// Totals over all public repositories that a user or an organization owns.
package struct UserSummary: Hashable, Sendable {
    /// The repositories that are mainly in one language.
    package struct LanguageShare: Hashable, Sendable {
        package let language: String
        package let repositories: Int
        package let stars: Int
    }

    package let user: Profile
    package let totalStars: Int
    package let totalRepositories: Int
    /// Most repositories first; ties by stars, then by name.
    package let languages: [LanguageShare]
    /// The ``topRepositoryCount`` repositories with the most stars.
    package let topRepositories: [Repository]

    package static let topRepositoryCount = 5

    /// The language of most repositories; nil if none has a language.
    package var favoriteLanguage: String? { languages.first?.language }
}

extension Explorer {
    /// The profile and the first page are requested concurrently, then all other pages: 4 requests
    /// for 250 repositories.
    package func summary(
        _ query: UserSummaryQuery, _ fetch: FetchOptions = FetchOptions()
    ) async throws(GitHubError) -> Fetched<UserSummary> {
        let (profile, list) = try await profileAndRepositories(of: .user(query.login), fetch)
        guard profile.value.createdAt != nil else {
            throw .invalidResponse(status: 200, reason: "/created_at: missing")
        }
        let repositories = list.items.filter { !$0.isPrivate }
        let order = RepositoryOrder(sort: .stars, direction: .desc)
        let summary = UserSummary(
            user: profile.value,
            totalStars: repositories.reduce(0) { WireInteger.sum($0, $1.stars) },
            totalRepositories: repositories.count,
            languages: UserSummary.languages(of: repositories),
            topRepositories: Array(
                order.sorted(repositories).prefix(UserSummary.topRepositoryCount)))
        return Fetched(
            summary, profile.provenance.combined(with: list.provenance),
            skipped: list.skipped)
    }
}

extension UserSummary {
    static func languages(of repositories: [Repository]) -> [LanguageShare] {
        Dictionary(grouping: repositories, by: \.language).compactMap { language, members in
            language.map {
                LanguageShare(
                    language: $0, repositories: members.count,
                    stars: members.reduce(0) { WireInteger.sum($0, $1.stars) })
            }
        }.sorted {
            ($1.repositories, $1.stars, $0.language) < ($0.repositories, $0.stars, $1.language)
        }
    }
}
