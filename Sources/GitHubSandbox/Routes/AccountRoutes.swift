import JSONCore

extension Route {
    /// Users, by login and by id, and their lists.
    static let accountRoutes: [Route] =
        [listOfUsers]
        + users.routes(
            "", "users/users#get-a-user", byID: "users/users#get-a-user-using-their-id"
        ) {
            user($0, $1)
        }
        + [
            Route("/user", "users/users#get-the-authenticated-user", needsSignIn: true) {
                context in
                guard let reader = context.reader else { return context.notFound }
                return user(context, reader, isAuthenticatedUser: true)
            },
            Route(
                "/user/repos", "repos/repos#list-repositories-for-the-authenticated-user",
                needsSignIn: true, parameters: ownOrder, answer: ownRepositories),
        ]
        + users.routes(
            "/repos", "repos/repos#list-repositories-for-a-user", parameters: userRepositories
        ) { context, account in
            RepositoryList(context: context, owner: account).answer(
                url: "\(context.hosts.api)/user/\(account.id)/repos")
        }
        + users.routes(
            "/followers", "users/followers#list-followers-of-a-user",
            parameters: RouteParameter.pages
        ) { context, account in
            let pages = context.pages
            let found = context.world.followers(
                account, offset: pages.offset, limit: pages.size)
            return people(context, account, found, of: context.world.followerCount(account.id))
        }
        + users.routes(
            "/following", "users/followers#list-the-people-a-user-follows",
            parameters: RouteParameter.pages
        ) { context, account in
            let found = context.world.following(account)
            return people(context, account, context.pages.slice(found), of: found.count)
        }
        + users.routes(
            "/starred", "activity/starring#list-repositories-starred-by-a-user",
            parameters: starredOrder, answer: starred)

    private static let users = Places<Account>(
        named: "/users/{login}", byName: { $0.account.map($1) ?? $0.notFound },
        numbered: "/user/{id}", byID: { $0.accountByID.map($1) ?? $0.notFound })

    private static let listOfUsers = Route(
        "/users", "users/users#list-users", parameters: RouteParameter.afterID
    ) { context in
        let since = context.integer("since") ?? 0
        let pages = context.pages
        let found = context.world.accounts(after: since, limit: pages.size) { _ in true }
        let body = JSONValue.list(found) { $0.simpleUser(context.hosts) }
        let next = found.last.flatMap {
            context.world.firstID(after: $0.id) == nil ? nil : $0.id
        }
        return .json(body, link: pages.link("\(context.hosts.api)/users", since: next))
    }

    private static let userRepositories = RouteParameter.repositories(
        types: ["all", "owner", "member"], type: "owner", sort: "full_name")

    private static let ownOrder =
        [
            RouteParameter("visibility", .choice(["all", "public", "private"], default: "all")),
            RouteParameter(
                "affiliation", .text(default: "owner,collaborator,organization_member")),
            RouteParameter("since", .time), RouteParameter("before", .time),
        ]
        + RouteParameter.repositories(
            types: ["all", "owner", "public", "private", "member"], type: "all",
            sort: "full_name")

    private static let starredOrder =
        [
            RouteParameter("sort", .choice(["created", "updated"], default: "created")),
            RouteParameter("direction", .choice(["asc", "desc"], default: "desc")),
        ] + RouteParameter.pages

    private static func user(
        _ context: RouteContext, _ account: Account, isAuthenticatedUser: Bool = false
    ) -> Answer {
        var profile = context.world.profile(account)
        profile.following = context.world.following(account).count
        let body = profile.fullUser(
            context.hosts, isPrivate: context.isPrivate(account),
            isAuthenticatedUser: isAuthenticatedUser)
        return .json(.object(body), lastModified: profile.updatedAt)
    }

    private static func ownRepositories(_ context: RouteContext) -> Answer {
        guard let reader = context.reader else { return context.notFound }
        let others = ["visibility", "affiliation"].contains { context.sent($0) != nil }
        guard context.sent("type") == nil || !others else {
            return .failure(
                422, "If you specify visibility or affiliation, you cannot specify type.",
                documentation: context.route.documentation)
        }
        return RepositoryList(context: context, owner: reader).answer(
            url: "\(context.hosts.api)/user/repos")
    }

    /// A page of a list of `total` accounts: followers, or those that are followed.
    private static func people(
        _ context: RouteContext, _ account: Account, _ page: [Account], of total: Int
    ) -> Answer {
        let name = context.request.segments.last ?? ""
        return .json(
            .list(page) { $0.simpleUser(context.hosts) },
            link: context.pages.link(
                "\(context.hosts.api)/user/\(account.id)/\(name)", total: total))
    }

    /// Sorted by the date of the star or of the last push, newest first by default.
    private static func starred(_ context: RouteContext, _ account: Account) -> Answer {
        let pages = context.pages
        var found = context.world.starred(account)
        if context.choice("sort") == "updated" {
            found.sort {
                ($0.repository.pushedAt, $0.repository.id)
                    > ($1.repository.pushedAt, $1.repository.id)
            }
        }
        if context.choice("direction") == "asc" { found.reverse() }
        let body = JSONValue.list(pages.slice(found)) { repository, starredAt in
            context.starred(repository.listed(context), as: "repo", at: starredAt)
        }
        return .json(
            body,
            link: pages.link(
                "\(context.hosts.api)/user/\(account.id)/starred", total: found.count))
    }
}
