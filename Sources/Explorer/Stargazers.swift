import GitHubAPI

/// Which page of whose stargazers.
package struct StargazerQuery: Hashable, Sendable {
    package var owner: String
    package var name: String
    package var page = 1
    package var perPage = 20

    package init(owner: String, name: String) {
        self.owner = owner
        self.name = name
    }
}

/// A user who starred a repository, and when.
package struct Stargazer: Hashable, Sendable {
    package let user: User
    package let starredAt: Timestamp?
}

/// One page of a repository's stargazers, oldest star first.
package struct StargazerPage: Hashable, Sendable {
    /// The full name, as it is today.
    package let repository: String
    package let stargazers: [Stargazer]
    package let page: Int
    package let perPage: Int
    /// Both as GitHub's `Link` says; on the last page neither is there.
    package let nextPage: Int?
    package let lastPage: Int?
    package let freshness: Freshness
    package let skipped: Int
}

extension Explorer {
    /// One page of stargazers. A renamed repository is found, and has its new name.
    package func stargazers(
        _ query: StargazerQuery, _ options: CallOptions = CallOptions()
    ) async throws(ExplorerError) -> StargazerPage {
        let fetch = options.fetch
        let subject = Subject.repository(owner: query.owner, name: query.name)
        return try await asking(about: subject) { () throws(GitHubError) in
            let (repository, page) = try await both { () throws(GitHubError) in
                try await client.repository(owner: query.owner, name: query.name, fetch)
            } _: { () throws(GitHubError) in
                try await stargazers(query, fetch)
            }
            let provenance = page.map { repository.provenance.combined(with: $0.provenance) }
            return StargazerPage(
                repository: repository.value.fullName,
                stargazers: page?.value.items.map {
                    Stargazer(user: User($0.user), starredAt: $0.starredAt)
                } ?? [],
                page: query.page, perPage: query.perPage, nextPage: page?.links.nextPage,
                lastPage: page?.links.lastPage,
                freshness: Freshness(provenance ?? repository.provenance),
                skipped: page?.value.skipped ?? 0)
        }
    }

    /// Nil for a page past the last one that GitHub serves (422), which is as empty as one past
    /// the last stargazer.
    private func stargazers(
        _ query: StargazerQuery, _ fetch: FetchOptions
    ) async throws(GitHubError) -> Answer<LossyList<GitHubStargazer>>? {
        do throws(GitHubError) {
            return try await client.stargazers(
                owner: query.owner, name: query.name, page: query.page, perPage: query.perPage,
                fetch)
        } catch {
            if case .invalidQuery = error, query.page > 1 { return nil }
            throw error
        }
    }
}

extension Stargazer: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: User.Member.self)
        try user.encode(into: &container)
        try container.encode(starredAt, forKey: .starredAt)
    }
}

extension StargazerPage: Encodable {
    private enum CodingKeys: String, CodingKey {
        case repository, stargazers, page, perPage, nextPage, lastPage, freshness, skipped
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(repository, forKey: .repository)
        try container.encode(stargazers, forKey: .stargazers)
        try container.encode(page, forKey: .page)
        try container.encode(perPage, forKey: .perPage)
        try container.encode(nextPage, forKey: .nextPage)
        try container.encode(lastPage, forKey: .lastPage)
        try container.encode(freshness, forKey: .freshness)
        if skipped > 0 { try container.encode(skipped, forKey: .skipped) }
    }
}
