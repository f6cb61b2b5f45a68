extension GitHubClient {
    /// Items that a full page has; GitHub gives no more.
    static let pageSize = 100
    /// Pages of one list that are asked for at most.
    static let maximumPages = 100

    /// The first page alone, then, as its `Link` says, all others side by side.
    ///
    /// What the last page then names as `next` is followed one by one, so that a list which only
    /// has `next`, or grew in between, is read to its end too.
    func allPages<Item: Decodable & Sendable & Identifiable>(
        _ call: EndpointCall, _ options: FetchOptions
    ) async throws(GitHubError) -> GitHubList<Item> where Item.ID: Sendable {
        let text = try await ask(call, options)
        let template = text.links.last ?? text.links.next ?? call.address
        let last = max(text.links.lastPage ?? 1, 1)
        let end = min(last, Self.maximumPages)
        let others = (1..<end).map { call.at(template.setting("page", to: String($0 + 1))) }
        // To decode the first one takes milliseconds, in which GitHub can work on the others.
        let (first, pages): (Answer<LossyList<Item>>, [Answer<LossyList<Item>>]) = try await both(
            { () throws(GitHubError) in try text.decoded() },
            { () throws(GitHubError) in try await sideBySide(others, options) })
        var list = GitHubList(
            first: first, following: template.setting("page", to: String(end + 1)))
        for page in pages { list.append(page) }
        list.isTruncated = last > end
        let next = list.isTruncated ? nil : (pages.last ?? first).links.next
        return try await follow(next, list, call, options)
    }

    /// `list` with the page after its last one and all that follow it, if that last one is full.
    func pages<Item: Decodable & Sendable & Identifiable>(
        after list: GitHubList<Item>, _ call: EndpointCall, _ options: FetchOptions
    ) async throws(GitHubError) -> GitHubList<Item> where Item.ID: Sendable {
        guard list.lastPageCount == Self.pageSize, !list.isTruncated else { return list }
        return try await follow(list.following, list, call, options)
    }

    private func follow<Item: Decodable & Sendable & Identifiable>(
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
            let page: Answer<LossyList<Item>> = try await get(call.at(address), options)
            list.append(page)
            let number = address.value(of: "page").flatMap { Int($0) } ?? list.pageCount
            list.following = address.setting("page", to: String(number + 1))
            next = page.links.next
        }
        return list
    }

    /// Asks all of `calls` at once; the transport bounds how many are under way.
    ///
    /// The first failure cancels the others and is the one thrown.
    private func sideBySide<Value: Decodable & Sendable>(
        _ calls: [EndpointCall], _ options: FetchOptions
    ) async throws(GitHubError) -> [Answer<Value>] {
        guard !calls.isEmpty else { return [] }
        let options = options.planning(calls.count)
        return try await concurrently(calls) { call throws(GitHubError) in
            try await get(call, options)
        }
    }
}
