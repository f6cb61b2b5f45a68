import HTTPCore
package import JSONCore

/// A list that GitHub gives page by page.
package enum PagedList: Sendable {
    case followers(of: String)
    case following(of: String)
    /// What a user starred, with the times. The order has GitHub's names.
    case starred(by: String, sort: String, direction: String)
    /// Who starred a repository, oldest star first, with the times.
    case stargazers(of: RepositoryName)
}

extension GitHubClient {
    /// One page of a list.
    package func page<Item: Decodable & Sendable>(
        _ number: Int, of perPage: Int, _ list: PagedList, _ options: FetchOptions
    ) async throws(GitHubError) -> Response<LossyList<Item>> {
        var query = Self.page(number, of: perPage)
        var call: EndpointCall
        switch list {
        case .followers(let login):
            call = RepositoryOwner.user(login).call(base, .array, ["followers"], query: query)
        case .following(let login):
            call = RepositoryOwner.user(login).call(base, .array, ["following"], query: query)
        case .starred(let login, let sort, let direction):
            query = [("sort", sort), ("direction", direction)] + query
            call = RepositoryOwner.user(login).call(base, .array, ["starred"], query: query)
            call.accept = Self.withTimes
        case .stargazers(let name):
            call = name.call(base, .array, ["stargazers"], query: query)
            call.accept = Self.withTimes
        }
        call.pageSize = perPage
        return try await get(call, options)
    }

    private static let withTimes = "application/vnd.github.star+json"
}
