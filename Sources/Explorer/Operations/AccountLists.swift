package import GitHubAPI
import HTTPCore
import JSONCore

/// A query for one page of the accounts that follow an account, or that it follows.
package struct FollowQuery: PageQuery {
    package var login: String
    package var page = 1
    package var perPage = 30

    package init(login: String) {
        self.login = login
    }

    package var subject: Subject? { .account(login: login) }
}

/// A query for one page of the repositories that an account starred.
package struct StarredQuery: PageQuery {
    package enum Sort: String, Hashable, Sendable, Decodable, CaseIterable {
        /// By the time of the star.
        case created
        /// By the time of the last push.
        case updated
    }

    package var login: String
    package var page = 1
    package var perPage = 30
    package var sort = Sort.created
    package var direction = Direction.desc

    package init(login: String) {
        self.login = login
    }

    package var subject: Subject? { .account(login: login) }
}

extension Explorer {
    /// One page of the accounts that follow an account.
    package func followers(
        _ query: FollowQuery, _ fetch: FetchOptions = FetchOptions()
    ) async throws(GitHubError) -> Fetched<ListPage<User>> {
        try await list(query.login, query) { () throws(GitHubError) in
            try await client.followers(
                of: query.login, page: query.page, perPage: query.perPage, fetch)
        }
    }

    /// One page of the accounts that an account follows.
    package func following(
        _ query: FollowQuery, _ fetch: FetchOptions = FetchOptions()
    ) async throws(GitHubError) -> Fetched<ListPage<User>> {
        try await list(query.login, query) { () throws(GitHubError) in
            try await client.following(
                of: query.login, page: query.page, perPage: query.perPage, fetch)
        }
    }

    /// One page of the repositories that an account starred.
    package func starred(
        _ query: StarredQuery, _ fetch: FetchOptions = FetchOptions()
    ) async throws(GitHubError) -> Fetched<ListPage<StarredRepository>> {
        try await list(query.login, query) { () throws(GitHubError) in
            try await client.starred(
                by: query.login, sort: query.sort.rawValue, direction: query.direction.rawValue,
                page: query.page, perPage: query.perPage, fetch)
        }
    }

    private func list<Item: Decodable & Sendable>(
        _ login: String, _ query: some PageQuery,
        _ response: () async throws(GitHubError) -> Response<LossyList<Item>>
    ) async throws(GitHubError) -> Fetched<ListPage<Item>> {
        let page = try await query.served(response)
        // A refused page was asked for just now and is not stored.
        let refused = Provenance(source: .network, fetchedAt: environment.now())
        return Fetched(
            ListPage(of: login, query, page), page?.provenance ?? refused,
            skipped: page?.value.skipped ?? 0)
    }
}
