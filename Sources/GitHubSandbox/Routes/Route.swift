/// One endpoint: what it matches, what it costs, and how it answers.
struct Route: Sendable {
    /// Which budget a request is taken from.
    enum Resource: String, CaseIterable, Sendable {
        case core
        case search
        case graphql
        /// `/rate_limit` itself costs nothing.
        case free
    }

    let method: String
    /// Segments; one in braces takes any text.
    let pattern: [Substring]
    let documentation: String
    let resource: Resource
    let needsSignIn: Bool
    let accepts: AcceptedGrants
    let answer: @Sendable (RouteContext) -> Answer

    /// - Parameter documentation: the page that errors name, under `https://docs.github.com/rest/`.
    init(
        _ pattern: String, _ documentation: String, resource: Resource = .core,
        method: String = "GET", needsSignIn: Bool = false, accepts: AcceptedGrants = .anyToken,
        answer: @escaping @Sendable (RouteContext) -> Answer
    ) {
        self.method = method
        self.pattern = pattern.split(separator: "/")
        self.documentation = "\(Documentation.root)/\(documentation)"
        self.resource = resource
        self.needsSignIn = needsSignIn
        self.accepts = accepts
        self.answer = answer
    }

    /// The texts in the places of the braces, or nil if the request is for another route.
    func match(_ request: SandboxRequest) -> [String]? {
        guard request.method == method || (request.method == "HEAD" && method == "GET"),
            request.segments.count == pattern.count
        else { return nil }
        var captured: [String] = []
        for (segment, expected) in zip(request.segments, pattern) {
            if expected.first == "{" {
                captured.append(segment)
            } else if segment != expected {
                return nil
            }
        }
        return captured
    }

    static let all: [Route] =
        rootRoutes + accountRoutes + organizationRoutes + repositoryRoutes + searchRoutes
        + [graphQL]
}

/// What a route needs to answer one request.
struct RouteContext: Sendable {
    let world: World
    let request: SandboxRequest
    /// The texts that the route's braces took.
    let captured: [String]
    let documentation: String
    /// Who asks, or nil for anonymous.
    let reader: Account?
    let token: Credential.Token?
    let apiVersion: String
    /// For `/rate_limit`: every resource's budget.
    let limits: [RateStatus]
    let index: SearchIndex

    var hosts: Hosts {
        request.hosts
    }

    var pages: PageWindow {
        PageWindow(request.query)
    }

    /// The version of March 2026 leaves members out.
    var isNewVersion: Bool {
        apiVersion == "2026-03-10"
    }

    var view: RepositoryView {
        RepositoryView(
            hosts: hosts, reader: reader, hasCloneToken: token?.isFineGrained != true,
            hasDownloads: !isNewVersion)
    }

    func view(of account: Account) -> AccountView {
        account.id == reader?.id && token?.seesPrivateProfile == true ? .private : .public
    }

    var notFound: Answer {
        .notFound(documentation)
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
