import GitHubAPI
import JSONCore

/// A query for one page of a list.
package protocol PageQuery: ExplorerQuery {
    var page: Int { get }
    var perPage: Int { get }
    static var pages: ClosedRange<Int> { get }
}

extension PageQuery {
    package static var pages: ClosedRange<Int> { 1...PageLinks.maximumPage }
    package static var pageSizes: ClosedRange<Int> { 1...GitHubClient.pageSize }

    /// `response`, but nil for a page after the last one that GitHub serves (422). It counts as
    /// empty, like a page after the last item.
    func served<Value>(
        _ response: () async throws(GitHubError) -> Response<Value>
    ) async throws(GitHubError) -> Response<Value>? {
        do throws(GitHubError) {
            return try await response()
        } catch {
            if case .invalidQuery = error, page > 1 { return nil }
            throw error
        }
    }
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

    /// - Parameter response: nil if GitHub serves no such page.
    init(
        of subject: String, _ query: some PageQuery, _ response: Response<LossyList<Item>>?
    ) where Item: Decodable {
        self.subject = subject
        items = response?.value.items ?? []
        page = query.page
        perPage = query.perPage
        nextPage = response?.links.nextPage(after: query.page)
        lastPage = response?.links.lastPage
    }
}
