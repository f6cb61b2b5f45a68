package import GitHubAPI
import JSONCore

/// A query for one page of GitHub's user search.
package struct UserSearchQuery: ExplorerQuery {
    package enum Sort: String, Hashable, Sendable, Decodable, CaseIterable {
        case bestMatch, followers, repositories, joined
    }

    /// May have GitHub's qualifiers, such as `followers:>100`.
    package var query: String
    package var sort = Sort.bestMatch
    /// Ignored for best match.
    package var order = Direction.desc
    package var page = 1
    package var perPage = 30

    /// GitHub serves no matches after this one.
    package static let maximumResults = 1_000
    package static let pages = 1...maximumResults
    package static let pageSizes = 1...GitHubClient.pageSize

    package init(query: String) {
        self.query = query
    }
}

/// One page of matching users.
package struct UserSearchPage: Hashable, Sendable {
    /// The number of all matches, including those that GitHub does not serve.
    package let totalCount: Int
    package let incompleteResults: Bool
    package let users: [FoundUser]
    package let page: Int
    package let perPage: Int
    /// Nil on the last page that GitHub serves.
    package let nextPage: Int?
}

extension Explorer {
    /// A page that begins after the 1,000th match is refused without a request; the field of the
    /// ``GitHubError/invalidQuery(field:message:)`` is then `page`. Fields that GitHub refuses
    /// have the names of the query's members.
    package func searchUsers(
        _ query: UserSearchQuery, _ fetch: FetchOptions = FetchOptions()
    ) async throws(GitHubError) -> Fetched<UserSearchPage> {
        let maximum = UserSearchQuery.maximumResults
        guard (query.page - 1) * query.perPage < maximum else {
            throw .invalidQuery(
                field: "page",
                message: "GitHub serves the first \(maximum) matches only; "
                    + "page \(query.page) of \(query.perPage) each begins after them.")
        }
        let response = try await search(query, fetch)
        let served = query.page * query.perPage
        let result = UserSearchPage(
            totalCount: response.value.totalCount,
            incompleteResults: response.value.isIncomplete, users: response.value.matches.items,
            page: query.page, perPage: query.perPage,
            nextPage: served < maximum ? response.links.nextPage(after: query.page) : nil)
        return Fetched(result, response.provenance, skipped: response.value.matches.skipped)
    }

    private func search(
        _ query: UserSearchQuery, _ fetch: FetchOptions
    ) async throws(GitHubError) -> Response<GitHubUserSearch> {
        do throws(GitHubError) {
            return try await client.searchUsers(
                query: query.query, sort: query.sort == .bestMatch ? nil : query.sort.rawValue,
                order: query.order.rawValue, page: query.page, perPage: query.perPage, fetch)
        } catch {
            guard case .invalidQuery(let field, let message) = error else { throw error }
            let names = ["page": "page", "per_page": "perPage", "sort": "sort", "order": "order"]
            let isCap = message.contains("first 1000 search results")
            throw .invalidQuery(
                field: isCap ? "page" : names[field ?? "q"] ?? "query", message: message)
        }
    }
}
