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
        /// The secondary limit: every counted request costs points, too.
        case points
    }

    enum Handler: Sendable {
        /// Part of the API: with limits, headers and validators.
        case api(@Sendable (RouteContext) -> Answer)
        /// Sign-in and avatars, which GitHub has on other hosts.
        case site(@Sendable (RouteContext) -> Reply)
        /// The sandbox's own; it receives the members of the body, or none if it needs no body.
        case control(
            needsBody: Bool,
            @Sendable (SandboxService, JSONObject) throws(ControlError) -> JSONObject)
    }

    /// Every path that is not simulated.
    static let unknown = Route("", "") { _ in notSimulated(.notFound()) }
    var isUnknown: Bool { path.isEmpty }

    /// Marks the answer to a request that GitHub might have answered.
    static func notSimulated(_ answer: Answer) -> Answer {
        var answer = answer
        answer.headers.append(("X-Sandbox", "not simulated"))
        return answer
    }

    let method: String
    /// As in documentation, such as `/users/{login}`.
    let path: String
    /// The segments; one in braces matches any text, and `{id}` a number.
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

    func answer(_ context: RouteContext) -> Answer {
        guard case .api(let respond) = handler else { return .notFound() }
        if needsSignIn && context.reader == nil {
            return .failure(401, "Requires authentication", documentation: documentation)
        }
        var answer = respond(context)
        answer.accepts = answer.accepts ?? accepts
        return answer
    }

    /// The texts that match the braces, or nil if the request is for another route.
    func match(_ request: SandboxRequest) -> [String]? {
        guard request.method == method || (request.method == "HEAD" && method == "GET"),
            request.segments.count == pattern.count
        else { return nil }
        var captured: [String] = []
        for (segment, expected) in zip(request.segments, pattern) {
            if expected.first == "{" {
                if expected == "{id}", Int(segment) == nil { return nil }
                captured.append(segment)
            } else if segment != expected {
                return nil
            }
        }
        return captured
    }
}
