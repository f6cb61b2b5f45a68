package import GitHubAPI
import HTTPCore
import JSONCore

/// A query for one page of a repository's stargazers.
package struct StargazerQuery: PageQuery {
    package var owner: String
    package var name: String
    package var page = 1
    package var perPage = 20

    package init(owner: String, name: String) {
        self.owner = owner
        self.name = name
    }

    package var subject: Subject? { .repository(owner: owner, name: name) }
}

extension Explorer {
    /// One page of stargazers, oldest star first. A renamed repository is found and has its new
    /// name.
    package func stargazers(
        _ query: StargazerQuery, _ fetch: FetchOptions = FetchOptions()
    ) async throws(GitHubError) -> Fetched<ListPage<Stargazer>> {
        let name = RepositoryName(owner: query.owner, name: query.name)
        let (repository, page) = try await both { () throws(GitHubError) in
            try await client.repository(name, fetch)
        } _: { () throws(GitHubError) in
            try await servedStargazers(query, fetch)
        }
        let provenance = page.map { repository.provenance.combined(with: $0.provenance) }
        return Fetched(
            ListPage(of: repository.value.fullName, query, page),
            provenance ?? repository.provenance, skipped: page?.value.skipped ?? 0)
    }

    func servedStargazers(
        _ query: StargazerQuery, _ fetch: FetchOptions
    ) async throws(GitHubError) -> Response<LossyList<Stargazer>>? {
        try await query.served { () throws(GitHubError) in
            try await client.stargazers(
                of: RepositoryName(owner: query.owner, name: query.name), page: query.page,
                perPage: query.perPage, fetch)
        }
    }
}
