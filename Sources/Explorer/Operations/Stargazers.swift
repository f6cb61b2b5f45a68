package import GitHubAPI
import HTTPCore
import JSONCore

/// A query for one page of a repository's stargazers.
package struct StargazerQuery: PageQuery, RepositoryQuery {
    package var owner: String
    package var name: String
    package var page = 1
    package var perPage = 20

    package init(owner: String, name: String) {
        self.owner = owner
        self.name = name
    }
}

extension Explorer {
    /// One page of stargazers, oldest star first. A renamed repository is found and has its new
    /// name.
    package func stargazers(
        _ query: StargazerQuery, _ fetch: FetchOptions = FetchOptions()
    ) async throws(GitHubError) -> Fetched<ListPage<Stargazer>> {
        let (repository, page) = try await both { () throws(GitHubError) in
            try await client.repository(query.repository, fetch)
        } _: { () throws(GitHubError) -> Response<LossyList<Stargazer>>? in
            try await served(
                .stargazers(of: query.repository), query.page, of: query.perPage, fetch)
        }
        let provenance = page.map { repository.provenance.combined(with: $0.provenance) }
        return self.page(
            page, query, of: repository.value.fullName, provenance ?? repository.provenance)
    }
}
