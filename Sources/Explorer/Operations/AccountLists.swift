package import GitHubAPI

/// A query for one page of the accounts that follow an account.
package struct FollowersQuery: ListQuery, AccountQuery {
    package typealias Item = User

    package var login: String
    package var page = 1
    package var perPage = 30

    package init(login: String) { self.login = login }

    package var list: PagedList { .account(login, "followers") }
}

/// A query for one page of the accounts that an account follows.
package struct FollowingQuery: ListQuery, AccountQuery {
    package typealias Item = User

    package var login: String
    package var page = 1
    package var perPage = 30

    package init(login: String) { self.login = login }

    package var list: PagedList { .account(login, "following") }
}

/// A query for one page of the repositories that an account starred.
package struct StarredQuery: ListQuery, AccountQuery {
    package typealias Item = StarredRepository

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

    package init(login: String) { self.login = login }

    package var list: PagedList {
        .starred(by: login, sort: sort.rawValue, direction: direction.rawValue)
    }
}
