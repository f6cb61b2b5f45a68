package import GitHubAPI

/// A query for one page of a list of accounts: those that follow an account, or that it follows.
package struct FollowQuery: PageQuery, AccountQuery {
    package var login: String
    package var page = 1
    package var perPage = 30

    package init(login: String) { self.login = login }
}

/// A query for one page of the repositories that an account starred.
package struct StarredQuery: PageQuery, AccountQuery {
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
