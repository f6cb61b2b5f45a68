import JSONCore

extension Route {
    /// Users, by login and by id, and their lists.
    static let accountRoutes: [Route] =
        [listOfUsers]
        + users.routes(
            "", "users/users#get-a-user", byID: "users/users#get-a-user-using-their-id",
            answer: user)
        + [
            Route("/user", "users/users#get-the-authenticated-user", needsSignIn: true) {
                context in
                context.reader.map { user(context, $0) } ?? context.notFound
            },
            Route(
                "/user/repos", "repos/repos#list-repositories-for-the-authenticated-user",
                needsSignIn: true, parameters: ownOrder, answer: ownRepositories),
        ]
        + users.routes(
            "/repos", "repos/repos#list-repositories-for-a-user", parameters: userRepositories
        ) { context, account in
            RepositoryList(context: context, owner: account).answer(
                at: "/user/\(account.id)/repos")
        }
        + users.routes(
            "/followers", "users/followers#list-followers-of-a-user",
            parameters: RouteParameter.pages
        ) { context, account in
            let pages = context.pages
            let found = context.world.followers(
                account, offset: pages.offset, limit: pages.size)
            let total = context.world.followerCount(account.id)
            return context.page(found, of: total, at: "/user/\(account.id)/followers") {
                $0.simpleUser(context.hosts)
            }
        }
        + users.routes(
            "/following", "users/followers#list-the-people-a-user-follows",
            parameters: RouteParameter.pages
        ) { context, account in
            context.page(
                of: context.world.following(account), at: "/user/\(account.id)/following"
            ) { $0.simpleUser(context.hosts) }
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

    private static func user(_ context: RouteContext, _ account: Account) -> Answer {
        var profile = context.world.profile(account)
        profile.following = context.world.following(account).count
        return .json(.object(profile.fullUser(context)), lastModified: profile.updatedAt)
    }

    private static func ownRepositories(_ context: RouteContext) -> Answer {
        guard let reader = context.reader else { return context.notFound }
        let others = ["visibility", "affiliation"].contains { context.sent($0) != nil }
        guard context.sent("type") == nil || !others else {
            return .failure(
                422, "If you specify visibility or affiliation, you cannot specify type.",
                documentation: context.route.documentation)
        }
        return RepositoryList(context: context, owner: reader).answer(at: "/user/repos")
    }

    /// Sorted by the date of the star or of the last push, newest first by default.
    private static func starred(_ context: RouteContext, _ account: Account) -> Answer {
        var found = context.world.starred(account)
        if context.choice("sort") == "updated" {
            found.sort {
                ($0.repository.pushedAt, $0.repository.id)
                    > ($1.repository.pushedAt, $1.repository.id)
            }
        }
        if context.choice("direction") == "asc" { found.reverse() }
        return context.page(of: found, at: "/user/\(account.id)/starred") { star in
            context.starred(star.repository.listed(context), as: "repo", at: star.starredAt)
        }
    }
}
