import GitHubAPI

/// Which users, by GitHub's search.
package struct UserSearchQuery: Hashable, Sendable {
    package enum Sort: String, Hashable, Sendable, Codable, CaseIterable {
        case bestMatch, followers, repositories, joined
    }

    /// May hold GitHub's qualifiers, such as `followers:>100`.
    package var query: String
    package var sort = Sort.bestMatch
    /// Not used for best match.
    package var order = Direction.desc
    package var page = 1
    package var perPage = 30

    package init(query: String) {
        self.query = query
    }

    /// GitHub serves no match past this one.
    package static let maximumResults = 1_000
}

/// One page of users that match.
package struct UserSearchPage: Hashable, Sendable {
    /// A user and how well it matches.
    package struct Match: Hashable, Sendable {
        package let user: User
        package let score: Double
    }

    /// Matches in all, also past the 1,000 that can be had.
    package let totalCount: Int
    package let incompleteResults: Bool
    package let users: [Match]
    package let page: Int
    package let perPage: Int
    /// Nil on the last page that GitHub serves.
    package let nextPage: Int?
    package let freshness: Freshness
    package let skipped: Int
}

extension Explorer {
    /// One page of a user search.
    ///
    /// A page that begins past the 1,000th match is refused without a request: `page` is the
    /// field of the ``ExplorerFailure/invalidQuery(field:message:)``. Fields that GitHub refuses
    /// have this operation's names.
    package func searchUsers(
        _ query: UserSearchQuery, _ options: CallOptions = CallOptions()
    ) async throws(ExplorerError) -> UserSearchPage {
        let fetch = options.fetch
        return try await asking(about: nil) { () throws(GitHubError) in
            let maximum = UserSearchQuery.maximumResults
            guard (query.page - 1) * query.perPage < maximum else {
                throw .invalidQuery(
                    field: "page",
                    message: "GitHub serves the first \(maximum) matches only; "
                        + "page \(query.page) of \(query.perPage) each begins after them.")
            }
            let answer = try await search(query, fetch)
            let served = query.page * query.perPage
            return UserSearchPage(
                totalCount: answer.value.totalCount,
                incompleteResults: answer.value.isIncomplete,
                users: answer.value.matches.items.map {
                    UserSearchPage.Match(user: User($0.user), score: $0.score)
                },
                page: query.page, perPage: query.perPage,
                nextPage: served < maximum ? answer.links.nextPage : nil,
                freshness: Freshness(answer.provenance), skipped: answer.value.matches.skipped)
        }
    }

    private func search(
        _ query: UserSearchQuery, _ fetch: FetchOptions
    ) async throws(GitHubError) -> Answer<GitHubUserSearch> {
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

extension UserSearchPage.Match: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: User.Member.self)
        try user.encode(into: &container)
        try container.encode(score, forKey: .score)
    }
}

extension UserSearchPage: Encodable {
    private enum CodingKeys: String, CodingKey {
        case totalCount, incompleteResults, users, page, perPage, nextPage, freshness, skipped
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(totalCount, forKey: .totalCount)
        try container.encode(incompleteResults, forKey: .incompleteResults)
        try container.encode(users, forKey: .users)
        try container.encode(page, forKey: .page)
        try container.encode(perPage, forKey: .perPage)
        try container.encode(nextPage, forKey: .nextPage)
        try container.encode(freshness, forKey: .freshness)
        if skipped > 0 { try container.encode(skipped, forKey: .skipped) }
    }
}
