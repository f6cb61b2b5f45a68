/// The context of a request for an API route.
struct RouteContext: Sendable {
    let route: Route
    let world: World
    let request: SandboxRequest
    /// The texts that match the route's braces.
    let captured: [String]
    /// The authenticated account, or nil for an anonymous client.
    let reader: Account?
    let token: Credential.Token?
    /// The version of March 2026, which omits some members.
    let isNewVersion: Bool
    /// For `/rate_limit`: every resource's budget.
    let limits: [RateStatus]
    let index: SearchIndex

    var hosts: Hosts {
        request.hosts
    }

    var pages: PageWindow {
        PageWindow(request.query)
    }

    /// Whether the account is the reader, with a token that has the scope `user` or `read:user`.
    func isPrivate(_ account: Account) -> Bool {
        account.id == reader?.id && token?.seesPrivateProfile == true
    }

    var notFound: Answer {
        .notFound(route.documentation)
    }

    /// The account whose login is the first captured text.
    var account: Account? {
        captured.first.flatMap { world.account(login: $0) }
    }

    /// The account whose id is the first captured text.
    var accountByID: Account? {
        captured.first.flatMap { Int($0) }.flatMap { world.account(id: $0) }
    }
}
