package import GitHubAPI
import HTTPCore
import JSONCore

/// A query for one page of something.
package protocol PageQuery: ExplorerQuery {
    var page: Int { get }
    var perPage: Int { get }
    static var pages: ClosedRange<Int> { get }
}

extension PageQuery {
    package static var pages: ClosedRange<Int> { 1...PageLinks.maximumPage }
    package static var pageSizes: ClosedRange<Int> { 1...GitHubClient.pageSize }
}

/// One page of a list about a user or a repository, in GitHub's order.
package struct ListPage<Item: Sendable>: Sendable {
    /// The login or the full name of what the list is about.
    package let subject: String
    package let items: [Item]
    package let page: Int
    package let perPage: Int
    /// From GitHub's `Link`, as is `lastPage`; both are nil on the last page.
    package let nextPage: Int?
    package let lastPage: Int?
}

extension Explorer {
    /// One page of the list of an account.
    package func page<Item: Decodable & Sendable>(
        of list: PagedList, _ query: some PageQuery & AccountQuery,
        _ fetch: FetchOptions = FetchOptions()
    ) async throws(GitHubError) -> Fetched<ListPage<Item>> {
        let page: Response<LossyList<Item>>? = try await served(
            list, query.page, of: query.perPage, fetch)
        // A refused page was asked for just now and is not stored.
        let refused = Provenance(source: .network, fetchedAt: environment.now())
        return self.page(page, query, of: query.login, page?.provenance ?? refused)
    }

    /// A page after the last one that GitHub serves (422) is nil. It counts as empty, like one after
    /// the last item.
    func served<Item: Decodable & Sendable>(
        _ list: PagedList, _ number: Int, of perPage: Int, _ fetch: FetchOptions
    ) async throws(GitHubError) -> Response<LossyList<Item>>? {
        do throws(GitHubError) {
            return try await client.page(number, of: perPage, list, fetch)
        } catch {
            // A refusal of a value names its field.
            if case .invalidQuery(field: nil, _) = error, number > 1 { return nil }
            throw error
        }
    }

    func page<Item: Decodable>(
        _ response: Response<LossyList<Item>>?, _ query: some PageQuery, of subject: String,
        _ freshness: Provenance
    ) -> Fetched<ListPage<Item>> {
        let page = ListPage(
            subject: subject, items: response?.value.items ?? [], page: query.page,
            perPage: query.perPage, nextPage: response?.links.nextPage(after: query.page),
            lastPage: response?.links.lastPage)
        return Fetched(page, freshness, skipped: response?.value.skipped ?? 0)
    }
}
