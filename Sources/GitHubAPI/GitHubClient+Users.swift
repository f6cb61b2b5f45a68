extension GitHubClient {
    /// The accounts whose ids follow `since`, in order of id; ids have gaps.
    package func users(
        since: Int, perPage: Int, _ options: FetchOptions
    ) async throws(GitHubError) -> Answer<LossyList<GitHubUser>> {
        let address = base.appending(
            ["users"], query: [("since", String(since)), ("per_page", String(perPage))])
        return try await get(EndpointCall(address: address, resource: "list of users"), options)
    }

    /// The public profile of a user or an organization.
    package func user(
        _ login: String, _ options: FetchOptions
    ) async throws(GitHubError) -> Answer<GitHubProfile> {
        try await get(
            EndpointCall(
                address: base.appending(["users", login]), resource: "user \(login)"), options)
    }

    /// The public profile of an organization; a user of that name is not found.
    package func organization(
        _ login: String, _ options: FetchOptions
    ) async throws(GitHubError) -> Answer<GitHubProfile> {
        try await get(
            EndpointCall(
                address: base.appending(["orgs", login]), resource: "organization \(login)"),
            options)
    }

    /// One page of a user search; `query` takes GitHub's qualifiers.
    ///
    /// - Parameter sort: GitHub's word, such as `followers`, with `order`; nil for best match,
    ///   where GitHub knows no order.
    package func searchUsers(
        query: String, sort: String?, order: String, page: Int, perPage: Int,
        _ options: FetchOptions
    ) async throws(GitHubError) -> Answer<GitHubUserSearch> {
        var items = [(name: "q", value: query)]
        if let sort { items += [("sort", sort), ("order", order)] }
        items.append(("per_page", String(perPage)))
        if page > 1 { items.append(("page", String(page))) }
        let call = EndpointCall(
            address: base.appending(["search", "users"], query: items),
            resource: "search for users", lifetime: .search)
        return try await get(call, options)
    }

    /// What is left of each budget. Costs none of them.
    package func rateLimits(
        _ options: FetchOptions
    ) async throws(GitHubError) -> Answer<GitHubRateLimits> {
        let call = EndpointCall(
            address: base.appending(["rate_limit"]), resource: "rate limit", lifetime: .none)
        return try await get(call, options)
    }

    /// Reads a stored body of `/users`; nil if it is none.
    package static func users(inBody body: [UInt8]) -> [GitHubUser]? {
        let list: LossyList<GitHubUser>? = try? decode(body)
        return list?.items
    }
}
