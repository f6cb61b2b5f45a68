import JSONCore

extension Route {
    /// Organizations; `/orgs/{org}` of a user is not found.
    static let organizationRoutes: [Route] =
        [
            Route(
                "/organizations", "orgs/orgs#list-organizations", parameters: RouteParameter.afterID
            ) { context in
                let since = context.integer("since") ?? 0
                let pages = context.pages
                let found = context.world.accounts(after: since, limit: pages.size) {
                    $0.kind == .organization
                }
                let body = JSONValue.list(found) {
                    context.world.profile($0).simpleOrganization(context.hosts)
                }
                let next = found.count < pages.size ? nil : found.last?.id
                return .json(
                    body, link: pages.link("\(context.hosts.api)/organizations", since: next))
            }
        ]
        + organizations.routes("", "orgs/orgs#get-an-organization", accepts: .membership) {
            context, account in
            let profile = context.world.profile(account)
            return .json(
                .object(profile.fullOrganization(context.hosts)), lastModified: profile.updatedAt)
        }
        + organizations.routes(
            "/repos", "repos/repos#list-organization-repositories",
            parameters: organizationRepositories
        ) { context, account in
            RepositoryList(context: context, owner: account).answer(
                at: "/organizations/\(account.id)/repos")
        }

    private static let organizationRepositories = RouteParameter.repositories(
        types: ["all", "public", "private", "forks", "sources", "member"], type: "all",
        sort: "created")

    private static let organizations = Places<Account>(
        named: "/orgs/{org}", byName: { organization($0.account).map($1) ?? $0.notFound },
        numbered: "/organizations/{id}",
        byID: { organization($0.accountByID).map($1) ?? $0.notFound })

    private static func organization(_ account: Account?) -> Account? {
        account?.kind == .organization ? account : nil
    }
}
