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
        let page = Self.page(number, of: perPage)
        var call: EndpointCall
        switch list {
        case .followers(let login):
            call = RepositoryOwner.user(login).call(base, .array, ["followers"], query: page)
        case .following(let login):
            call = RepositoryOwner.user(login).call(base, .array, ["following"], query: page)
        case .starred(let login, let sort, let direction):
            let order = [(name: "sort", value: sort), ("direction", direction)]
            call = RepositoryOwner.user(login).call(
                base, .array, ["starred"], query: order + page)
            call.accept = Self.withTimesOfStars
        case .stargazers(let name):
            call = name.call(base, .array, ["stargazers"], query: page)
            call.accept = Self.withTimesOfStars
        }
        call.pageSize = perPage
        return try await get(call, options)
    }

    private static let withTimesOfStars = "application/vnd.github.star+json"
}
