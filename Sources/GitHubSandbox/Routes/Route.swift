import JSONCore

/// One endpoint: the requests that it matches, its cost, and its handler.
struct Route: Sendable {
    /// The budget that a request counts against.
    enum Resource: String, CaseIterable, Sendable {
        case core
        case search
        case graphql
        /// `/rate_limit` itself costs nothing.
        case free
    }

    enum Handler: Sendable {
        /// Part of the API: with limits, headers and validators.
        case api(@Sendable (RouteContext) -> Answer)
        /// Sign-in and avatars, which GitHub has on other hosts.
        case site(@Sendable (SiteContext) -> Reply)
        /// The sandbox's own; receives the members of the body, or none if it needs no body.
        case control(
            needsBody: Bool,
            @Sendable (SandboxService, JSONObject) throws(ControlError) -> Reply)
    }

    let method: String
    /// As in documentation, such as `/users/{login}`.
    let path: String
    /// The segments; one in braces matches any text.
    let pattern: [Substring]
    /// The page of the documentation, which errors name. For control endpoints: the purpose.
    let documentation: String
    let resource: Resource
    let needsSignIn: Bool
    let accepts: AcceptedGrants
    let parameters: [RouteParameter]
    let handler: Handler

    /// - Parameter documentation: the page that errors name, under `https://docs.github.com/rest/`.
    init(
        _ path: String, _ documentation: String, resource: Resource = .core,
        method: String = "GET", needsSignIn: Bool = false, accepts: AcceptedGrants = .anyToken,
        parameters: [RouteParameter] = [], answer: @escaping @Sendable (RouteContext) -> Answer
    ) {
        self.init(
            method, path, "\(Documentation.root)/\(documentation)", resource: resource,
            needsSignIn: needsSignIn, accepts: accepts, parameters: parameters,
            handler: .api(answer))
    }

    /// An endpoint outside of the API, without limits or validators, unless they are given.
    init(
        _ method: String, _ path: String, _ documentation: String, resource: Resource = .free,
        needsSignIn: Bool = false, accepts: AcceptedGrants = .anyToken,
        parameters: [RouteParameter] = [], handler: Handler
    ) {
        self.method = method
        self.path = path
        pattern = path.split(separator: "/")
        self.documentation = documentation
        self.resource = resource
        self.needsSignIn = needsSignIn
        self.accepts = accepts
        self.parameters = parameters
        self.handler = handler
    }

    /// The texts that match the braces, or nil if the request is for another route.
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
}

/// Every endpoint, in one table.
enum Router {
    static let api: [Route] =
        Route.rootRoutes + Route.accountRoutes + Route.organizationRoutes
        + Route.repositoryRoutes + Route.searchRoutes + [Route.graphQL]
    static let sites: [Route] = Route.signInRoutes + Route.avatarRoutes
    static let control: [Route] = Route.controlRoutes

    struct Match: Sendable {
        let route: Route
        /// The texts that match the route's braces.
        let captured: [String]
    }

    /// The route with the fewest braces among those that match the request.
    ///
    /// Control endpoints have only their own path, without the prefix `/api/v3`.
    static func match(_ request: SandboxRequest) -> Match? {
        let routes = request.isControl ? control : api + sites
        let matches = routes.compactMap { route in
            route.match(request).map { Match(route: route, captured: $0) }
        }
        return matches.min { $0.captured.count < $1.captured.count }
    }
}

/// The context of a request for a route outside of the API.
struct SiteContext: Sendable {
    let service: SandboxService
    let world: World
    let request: SandboxRequest
    /// The texts that match the route's braces.
    let captured: [String]
}

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
    let apiVersion: String
    /// For `/rate_limit`: every resource's budget.
    let limits: [RateStatus]
    let index: SearchIndex

    var hosts: Hosts {
        request.hosts
    }

    var documentation: String {
        route.documentation
    }

    var pages: PageWindow {
        PageWindow(request.query)
    }

    /// The version of March 2026, which omits some members.
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
