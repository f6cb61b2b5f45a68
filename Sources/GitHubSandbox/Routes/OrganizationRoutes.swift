extension Route {
    /// Organizations; `/orgs/{org}` of a user is not found.
    static let organizationRoutes: [Route] = [
        Route(
            "/organizations", "orgs/orgs#list-organizations", parameters: RouteParameter.afterID
        ) { context in
            let since = context.integer("since") ?? 0
            let pages = context.pages
            let found = context.world.accounts(after: since, limit: pages.size) {
                $0.kind == .organization
            }
            let body = BodyText.array(found) {
                $0.simpleOrganization(context.world.profile($1), context.hosts)
            }
            let next = found.count < pages.size ? nil : found.last?.id
            return .json(body, link: pages.link("\(context.hosts.api)/organizations", since: next))
        },
        Route("/orgs/{org}", "orgs/orgs#get-an-organization", accepts: .membership) {
            organization($0, $0.account)
        },
        Route(
            "/organizations/{id}", "orgs/orgs#get-an-organization", accepts: .membership
        ) {
            organization($0, $0.accountByID)
        },
        Route(
            "/orgs/{org}/repos", "repos/repos#list-organization-repositories",
            parameters: organizationRepositories
        ) {
            repositories($0, $0.account)
        },
        Route(
            "/organizations/{id}/repos", "repos/repos#list-organization-repositories",
            parameters: organizationRepositories
        ) {
            repositories($0, $0.accountByID)
        },
    ]

    private static let organizationRepositories = RouteParameter.repositories(
        types: ["all", "public", "private", "forks", "sources", "member"], type: "all",
        sort: "created")

    private static func organization(_ context: RouteContext, _ account: Account?) -> Answer {
        guard let account, account.kind == .organization else { return context.notFound }
        let profile = context.world.profile(account)
        var body = BodyText()
        body.fullOrganization(profile, context.hosts)
        return .json(body.bytes, lastModified: profile.updatedAt)
    }

    private static func repositories(_ context: RouteContext, _ account: Account?) -> Answer {
        guard let account, account.kind == .organization else { return context.notFound }
        return RepositoryList(context, account).answer(
            url: "\(context.hosts.api)/organizations/\(account.id)/repos")
    }
}
