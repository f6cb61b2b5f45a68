package import GitHubAPI
import HTTPCore

/// A query for an account's repositories.
package struct RepositoryListQuery: AccountQuery {
    package enum Kind: String, Hashable, Sendable, Decodable, CaseIterable {
        /// The kind that the account's profile states.
        case auto
        case user, organization
    }

    package enum Sort: String, Hashable, Sendable, Decodable, CaseIterable {
        case stars, name, pushed, updated, created
    }

    package var login: String
    package var kind = Kind.auto
    package var sort = Sort.stars
    /// Nil: ascending for names, descending otherwise.
    package var direction: Direction?
    package var limit = 100
    /// The main language, in any case; nil: any language or none.
    package var language: String?
    /// Whether forks are listed.
    package var forks = true
    /// Whether archived repositories are listed.
    package var archived = true

    package static let limits = 1...10_000

    package init(login: String) {
        self.login = login
    }

    func accepts(_ repository: Repository) -> Bool {
        if !forks && repository.isFork || !archived && repository.isArchived { return false }
        guard let language else { return true }
        return repository.language?.lowercased() == language.lowercased()
    }

    var order: RepositoryOrder {
        RepositoryOrder(sort: sort, direction: direction ?? (sort == .name ? .asc : .desc))
    }
}

/// An account's repositories.
package struct RepositoryList: Hashable, Sendable {
    package let owner: User
    package let repositories: [Repository]
    /// The number of repositories that pass the filters, before the limit.
    package let total: Int
    /// Whether there are more repositories than the client requests.
    package let truncated: Bool
}

extension Explorer {
    /// The first `limit` repositories of an account, filtered and sorted.
    package func repositories(
        _ query: RepositoryListQuery, _ fetch: FetchOptions = FetchOptions()
    ) async throws(GitHubError) -> Fetched<RepositoryList> {
        let (profile, list) = try await ownerAndRepositories(query, fetch)
        let accepted = list.items.filter(query.accepts)
        let result = RepositoryList(
            owner: profile.value.user,
            repositories: Array(query.order.sorted(accepted).prefix(query.limit)),
            total: accepted.count, truncated: list.isTruncated)
        return Fetched(
            result, profile.provenance.combined(with: list.provenance), skipped: list.skipped)
    }

    /// The account and its repositories: concurrently if the query states the kind of account,
    /// otherwise one after the other.
    private func ownerAndRepositories(
        _ query: RepositoryListQuery, _ fetch: FetchOptions
    ) async throws(GitHubError) -> (Response<Profile>, GitHubList<Repository>) {
        var owner = RepositoryOwner.user(query.login)
        if query.kind == .organization { owner = .organization(query.login) }
        guard query.kind == .auto else { return try await profileAndRepositories(of: owner, fetch) }
        let profile = try await client.profile(of: owner, fetch)
        if profile.value.user.type == "Organization" { owner = .organization(query.login) }
        let list = try await client.repositories(of: owner, fetch)
        return try await completed(profile, list, owner, fetch)
    }

    func profileAndRepositories(
        of owner: RepositoryOwner, _ fetch: FetchOptions
    ) async throws(GitHubError) -> (Response<Profile>, GitHubList<Repository>) {
        let client = client
        let (profile, list) = try await both { () throws(GitHubError) in
            try await client.profile(of: owner, fetch)
        } _: { () throws(GitHubError) in
            try await client.repositories(of: owner, fetch)
        }
        return try await completed(profile, list, owner, fetch)
    }

    private func completed(
        _ profile: Response<Profile>, _ list: GitHubList<Repository>,
        _ owner: RepositoryOwner, _ fetch: FetchOptions
    ) async throws(GitHubError) -> (Response<Profile>, GitHubList<Repository>) {
        let expected = profile.value.publicRepositories
        return (profile, try await client.completing(list, of: owner, expected: expected, fetch))
    }
}
