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
        case site(@Sendable (SandboxService, SandboxRequest) -> Reply)
        /// The sandbox's own; it receives the members of the body, or none if it needs no body.
        case control(
            needsBody: Bool,
            @Sendable (SandboxService, JSONObject) throws(ControlError) -> [UInt8])
    }

    let method: String
    /// As in documentation, such as `/users/{login}`.
    let path: String
    /// The segments; one in braces matches any text.
    private let pattern: [Substring]
    let handler: Handler
    /// The page of the documentation, which errors name. It and the rest are the API's.
    private(set) var documentation = ""
    private(set) var resource = Resource.free
    private(set) var needsSignIn = false
    private(set) var accepts = AcceptedGrants.anyToken
    private(set) var parameters: [RouteParameter] = []

    /// An endpoint of the API.
    ///
    /// - Parameter documentation: the page that errors name, under `https://docs.github.com/rest/`.
    init(
        _ path: String, _ documentation: String, resource: Resource = .core,
        method: String = "GET", needsSignIn: Bool = false, accepts: AcceptedGrants = .anyToken,
        parameters: [RouteParameter] = [], answer: @escaping @Sendable (RouteContext) -> Answer
    ) {
        self.init(method, path, .api(answer))
        self.documentation = "\(Documentation.root)/\(documentation)"
        self.resource = resource
        self.needsSignIn = needsSignIn
        self.accepts = accepts
        self.parameters = parameters
    }

    init(_ method: String, _ path: String, _ handler: Handler) {
        self.method = method
        self.path = path
        pattern = path.split(separator: "/")
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

/// The endpoints of something that has a name and an id, such as an account.
struct Places<Subject>: Sendable {
    typealias Find = @Sendable (RouteContext, (Subject) -> Answer) -> Answer

    /// The path by name, and the search for what it names.
    let named: String
    let byName: Find
    let numbered: String
    let byID: Find

    /// The same endpoint by name and by id.
    ///
    /// - Parameter otherDocumentation: the page about the second one, if it has its own.
    func routes(
        _ path: String, _ documentation: String, byID otherDocumentation: String? = nil,
        accepts: AcceptedGrants = .anyToken, parameters: [RouteParameter] = [],
        answer: @escaping @Sendable (RouteContext, Subject) -> Answer
    ) -> [Route] {
        [(named, byName, documentation), (numbered, byID, otherDocumentation ?? documentation)]
            .map { place, find, documentation in
                Route(place + path, documentation, accepts: accepts, parameters: parameters) {
                    context in
                    find(context) { answer(context, $0) }
                }
            }
    }
}

/// Every endpoint, in one table.
enum Router {
    static let api: [Route] =
        Route.rootRoutes + Route.accountRoutes + Route.organizationRoutes
        + Route.repositoryRoutes + Route.searchRoutes + [Route.graphQL]
    static let sites: [Route] = Route.signInRoutes + [Route.avatar]
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

    var view: RepositoryView {
        RepositoryView(
            hosts: hosts, reader: reader, hasCloneToken: token?.isFineGrained != true,
            hasDownloads: !isNewVersion)
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
