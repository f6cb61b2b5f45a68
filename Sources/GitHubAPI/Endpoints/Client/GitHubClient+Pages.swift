import HTTPCore
import JSONCore

extension GitHubClient {
    /// The number of items on a full page, GitHub's maximum.
    package static let pageSize = 100
    /// Most pages of one list that are requested.
    static let maximumPages = 100

    /// Requests the first page, then all other pages in its `Link` concurrently.
    ///
    /// Pages that the last one names as `next` follow one by one, so that a list that has only
    /// `next`, or that has grown meanwhile, is also read to its end.
    func allPages<Item: Decodable & Sendable & Identifiable>(
        _ call: EndpointCall, _ options: FetchOptions
    ) async throws(GitHubError) -> GitHubList<Item> where Item.ID: Sendable {
        let first: Response<LossyList<Item>> = try await get(call, options)
        let template = first.links.last ?? first.links.next ?? call.address
        let last = max(first.links.lastPage ?? 1, 1)
        let end = min(last, Self.maximumPages)
        let others = (1..<end).map { call.at(template.setting("page", to: String($0 + 1))) }
        let planned = others.isEmpty ? options : options.planning(others.count)
        let pages = try await concurrently(others) {
            page throws(GitHubError) -> Response<LossyList<Item>> in
            try await get(page, planned)
        }
        var list = GitHubList(
            first: first, following: template.setting("page", to: String(end + 1)))
        for page in pages { list.append(page) }
        list.isTruncated = last > end
        let next = list.isTruncated ? nil : (pages.last ?? first).links.next
        return try await follow(next, list, call, options)
    }

    /// Extends `list` by the page at `next` and those that follow it.
    func follow<Item: Decodable & Sendable & Identifiable>(
        _ next: WebAddress?, _ list: GitHubList<Item>, _ call: EndpointCall,
        _ options: FetchOptions
    ) async throws(GitHubError) -> GitHubList<Item> where Item.ID: Sendable {
        var list = list
        var next = next
        while let address = next {
            guard list.pageCount < Self.maximumPages else {
                list.isTruncated = true
                break
            }
            let page: Response<LossyList<Item>> = try await get(call.at(address), options)
            list.append(page)
            let number = PageLinks.page(address) ?? list.pageCount
            list.following = address.setting("page", to: String(number + 1))
            next = page.links.next
        }
        return list
    }
}
