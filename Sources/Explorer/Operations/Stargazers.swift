package import GitHubAPI
import HTTPCore
import JSONCore

/// A query for one page of a repository's stargazers.
package struct StargazerQuery: ExplorerQuery {
    package var owner: String
    package var name: String
    package var page = 1
    package var perPage = 20

    package static let pages = 1...PageLinks.maximumPage
    package static let pageSizes = 1...GitHubClient.pageSize

    package init(owner: String, name: String) {
        self.owner = owner
        self.name = name
    }

    package var subject: Subject? { .repository(owner: owner, name: name) }
}

/// One page of a repository's stargazers, oldest star first.
package struct StargazerPage: Hashable, Sendable {
    /// The current full name.
    package let repository: String
    package let stargazers: [Stargazer]
    package let page: Int
    package let perPage: Int
    /// From GitHub's `Link`, as is `lastPage`; both are nil on the last page.
    package let nextPage: Int?
    package let lastPage: Int?
}

extension Explorer {
    /// One page of stargazers. A renamed repository is found and has its new name.
    package func stargazers(
        _ query: StargazerQuery, _ fetch: FetchOptions = FetchOptions()
    ) async throws(GitHubError) -> Fetched<StargazerPage> {
        let (repository, page) = try await both { () throws(GitHubError) in
            try await client.repository(owner: query.owner, name: query.name, fetch)
        } _: { () throws(GitHubError) in
            try await requestedPage(query, fetch)
        }
        let provenance = page.map { repository.provenance.combined(with: $0.provenance) }
        let result = StargazerPage(
            repository: repository.value.fullName, stargazers: page?.value.items ?? [],
            page: query.page, perPage: query.perPage,
            nextPage: page?.links.nextPage(after: query.page),
            lastPage: page?.links.lastPage)
        return Fetched(
            result, provenance ?? repository.provenance, skipped: page?.value.skipped ?? 0)
    }

    /// Nil for a page after the last one that GitHub serves (422). It counts as empty, like a page
    /// after the last stargazer.
    private func requestedPage(
        _ query: StargazerQuery, _ fetch: FetchOptions
    ) async throws(GitHubError) -> Response<LossyList<Stargazer>>? {
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
