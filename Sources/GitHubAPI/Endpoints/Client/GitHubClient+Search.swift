import HTTPCore

extension GitHubClient {
    /// One page of a search; `query` may have GitHub's qualifiers.
    ///
    /// - Parameters:
    ///   - things: GitHub's name of what is searched: `users` or `repositories`.
    ///   - sort: GitHub's name, such as `followers`, with `order`; nil for best match, which has no
    ///     order.
    package func search<Match>(
        _ things: String, query: String, sort: String?, order: String, page: Int, perPage: Int,
        _ options: FetchOptions
    ) async throws(GitHubError) -> Response<GitHubSearch<Match>> {
        var items = [(name: "q", value: query)]
        if let sort { items += [("sort", sort), ("order", order)] }
        items += Self.page(page, of: perPage)
        let call = EndpointCall(
            address: base.appending(["search", things], query: items), shape: .object,
            budget: .search, lifetime: .search, pageSize: perPage)
        return try await get(call, options)
    }

    /// The query items of one page of a list.
    static func page(_ page: Int, of perPage: Int) -> [(name: String, value: String)] {
        let size = (name: "per_page", value: String(perPage))
        return page > 1 ? [size, ("page", String(page))] : [size]
    }
}
