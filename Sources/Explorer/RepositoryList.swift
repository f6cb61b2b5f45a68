import GitHubAPI

/// Which of an account's repositories, in which order.
package struct RepositoryListQuery: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// As the account's own type says.
        case auto
        case user, organization
    }

    package enum Sort: String, Hashable, Sendable, Codable, CaseIterable {
        case stars, name, pushed, updated, created
    }

    package var login: String
    package var kind = Kind.auto
    package var sort = Sort.stars
    /// Nil: ascending for names, descending for the rest.
    package var direction: Direction?
    package var limit = 100
    /// Compared without regard to case; nil: any, and none.
    package var language: String?
    /// Whether forks are listed.
    package var forks = true
    /// Whether archived repositories are listed.
    package var archived = true

    package init(login: String) {
        self.login = login
    }

    func accepts(_ repository: Repository) -> Bool {
        if !forks && repository.fork || !archived && repository.archived { return false }
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
    /// Repositories that pass the filters, before the limit.
    package let total: Int
    /// The page cap was met: there are more than were looked at.
    package let truncated: Bool
    package let freshness: Freshness
    package let skipped: Int
}

extension Explorer {
    /// All repositories of an account that pass the filters, sorted, the first `limit` of them.
    package func repositories(
        _ query: RepositoryListQuery, _ options: CallOptions = CallOptions()
    ) async throws(ExplorerError) -> RepositoryList {
        let fetch = options.fetch
        return try await asking(about: .account(login: query.login)) { () throws(GitHubError) in
            let (profile, list) = try await ownerAndRepositories(query, fetch)
            let accepted = list.items.map { Repository($0) }.filter(query.accepts)
            return RepositoryList(
                owner: User(profile.value.user),
                repositories: Array(query.order.sorted(accepted).prefix(query.limit)),
                total: accepted.count, truncated: list.isTruncated,
                freshness: Freshness(profile.provenance.combined(with: list.provenance)),
                skipped: list.skipped)
        }
    }

    /// The account and its repositories side by side where the kind is given, else one after the
    /// other.
    private func ownerAndRepositories(
        _ query: RepositoryListQuery, _ fetch: FetchOptions
    ) async throws(GitHubError) -> (Answer<GitHubProfile>, GitHubList<GitHubRepository>) {
        let (login, client) = (query.login, client)
        switch query.kind {
        case .auto:
            let profile = try await client.user(login, fetch)
            let isOrganization = profile.value.user.type == "Organization"
            let owner = isOrganization ? RepositoryOwner.organization(login) : .user(login)
            let list = try await client.repositories(of: owner, fetch)
            return try await completed(profile, list, owner, fetch)
        case .user:
            return try await profileAndRepositories(login, fetch)
        case .organization:
            let (profile, list) = try await both { () throws(GitHubError) in
                try await client.organization(login, fetch)
            } _: { () throws(GitHubError) in
                try await client.repositories(of: .organization(login), fetch)
            }
            return try await completed(profile, list, .organization(login), fetch)
        }
    }

    /// A profile and the public repositories, side by side; organizations too.
    func profileAndRepositories(
        _ login: String, _ fetch: FetchOptions
    ) async throws(GitHubError) -> (Answer<GitHubProfile>, GitHubList<GitHubRepository>) {
        let client = client
        let (profile, list) = try await both { () throws(GitHubError) in
            try await client.user(login, fetch)
        } _: { () throws(GitHubError) in
            try await client.repositories(of: .user(login), fetch)
        }
        return try await completed(profile, list, .user(login), fetch)
    }

    private func completed(
        _ profile: Answer<GitHubProfile>, _ list: GitHubList<GitHubRepository>,
        _ owner: RepositoryOwner, _ fetch: FetchOptions
    ) async throws(GitHubError) -> (Answer<GitHubProfile>, GitHubList<GitHubRepository>) {
        let expected = profile.value.publicRepositories
        return (profile, try await client.completing(list, of: owner, expected: expected, fetch))
    }
}

extension RepositoryList: Encodable {
    private enum CodingKeys: String, CodingKey {
        case owner, repositories, total, truncated, freshness, skipped
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(owner, forKey: .owner)
        try container.encode(repositories, forKey: .repositories)
        try container.encode(total, forKey: .total)
        try container.encode(truncated, forKey: .truncated)
        try container.encode(freshness, forKey: .freshness)
        if skipped > 0 { try container.encode(skipped, forKey: .skipped) }
    }
}
