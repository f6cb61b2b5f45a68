package import GitHubAPI
import JSONCore

/// The orders of one of GitHub's searches, and what it finds.
package protocol SearchOrder:
    RawRepresentable<String>, CaseIterable, Hashable, Sendable, Decodable
{
    associatedtype Match: Decodable & Sendable

    static var bestMatch: Self { get }
    /// GitHub's name of what is searched.
    static var things: String { get }
}

package enum UserOrder: String, SearchOrder {
    package typealias Match = FoundUser
    case bestMatch, followers, repositories, joined
    package static var things: String { "users" }
}

package enum FoundRepositoryOrder: String, SearchOrder {
    package typealias Match = Repository
    case bestMatch, stars, forks, updated
    package static var things: String { "repositories" }
}

package typealias UserSearchQuery = SearchQuery<UserOrder>
package typealias RepositorySearchQuery = SearchQuery<FoundRepositoryOrder>

/// A query for one page of a search.
package struct SearchQuery<Order: SearchOrder>: PageQuery {
    /// May have GitHub's qualifiers, such as `followers:>100`.
    package var query: String
    package var sort = Order.bestMatch
    /// Ignored for best match.
    package var order = Direction.desc
    package var page = 1
    package var perPage = 30

    package static var pages: ClosedRange<Int> { 1...maximumResults }

    /// GitHub serves no matches after this one.
    fileprivate static var maximumResults: Int { 1_000 }

    package init(query: String) { self.query = query }
}

/// One page of matches.
package struct SearchPage<Match: Sendable>: Sendable {
    /// The number of all matches, including those that GitHub does not serve.
    package let totalCount: Int
    package let incompleteResults: Bool
    package let matches: [Match]
    package let page: Int
    package let perPage: Int
    /// Nil on the last page that GitHub serves.
    package let nextPage: Int?
}

extension Explorer {
    /// A page that begins after the 1,000th match is refused without a request; the field of the
    /// ``GitHubError/invalidQuery(field:message:)`` is then `page`. Fields that GitHub refuses
    /// have the names of the query's members.
    package func search<Order>(
        _ query: SearchQuery<Order>, _ fetch: FetchOptions = FetchOptions()
    ) async throws(GitHubError) -> Fetched<SearchPage<Order.Match>> {
        let maximum = SearchQuery<Order>.maximumResults
        guard (query.page - 1) * query.perPage < maximum else {
            throw .invalidQuery(
                field: "page",
                message: "GitHub serves the first \(maximum) matches only; "
                    + "page \(query.page) of \(query.perPage) each begins after them.")
        }
        let response = try await ask(query, fetch)
        let served = query.page * query.perPage
        let result = SearchPage(
            totalCount: response.value.totalCount,
            incompleteResults: response.value.isIncomplete,
            matches: response.value.matches.items, page: query.page, perPage: query.perPage,
            nextPage: served < maximum ? response.links.nextPage(after: query.page) : nil)
        return Fetched(result, response.provenance, skipped: response.value.matches.skipped)
    }

    private func ask<Order>(
        _ query: SearchQuery<Order>, _ fetch: FetchOptions
    ) async throws(GitHubError) -> Response<GitHubSearch<Order.Match>> {
        do throws(GitHubError) {
            return try await client.search(
                Order.things, query: query.query,
                sort: query.sort == .bestMatch ? nil : query.sort.rawValue,
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
