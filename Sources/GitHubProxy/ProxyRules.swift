import HTTPCache
package import HTTPCore
import HTTPServer
import HTTPTypes
import NIOHTTP1
package import Secrets

/// What passes to GitHub and what is stripped, and which host gets it. A plain value.
package struct ProxyRules: Sendable {
    /// How a client reached the proxy.
    enum Listener: Hashable, Sendable {
        /// The path is taken as sent, and `Host` may name any host of the same GitHub.
        case unix
        /// The path follows that of ``ProxyRules/api``. The listener's address is such as
        /// `http://127.0.0.1:8080`.
        case tcp(own: String)
    }

    /// The base of the REST API.
    let api: WebAddress
    /// The hosts that get requests, with the API's scheme.
    private let authorities: Set<String>
    /// Sent for a client on the Unix socket that has no token.
    private let lent: @Sendable () -> Secret?
    private let keepsLonger: Bool

    /// - Parameters:
    ///   - pages: the address of the same GitHub's web pages, if it does not follow from the API's.
    ///   - lent: the server's token; nil if it is not lent.
    ///   - keepsLonger: whether anonymous responses and searches are kept longer than GitHub says.
    package init(
        api: WebAddress, pages: WebAddress?, keepsLonger: Bool = false,
        lent: @escaping @Sendable () -> Secret? = { nil }
    ) {
        self.api = api
        self.lent = lent
        self.keepsLonger = keepsLonger
        var authorities: Set = [api.authority]
        let host = api.authority
        if host.hasPrefix("api.") {
            authorities.insert("uploads." + host.dropFirst(4))
            authorities.insert(String(host.dropFirst(4)))
        }
        if let pages { authorities.insert(pages.authority) }
        self.authorities = authorities
    }

    /// - Throws: why the request is not passed on.
    func request(
        _ head: HTTPRequestHead, _ target: HTTPTarget, from listener: Listener
    ) throws(HTTPRefusal) -> HTTPTransportRequest {
        guard let method = HTTPRequest.Method(head.method.rawValue),
            ![.CONNECT, .TRACE].contains(head.method)
        else {
            throw HTTPRefusal(.notImplemented, "GitHub has no such method.")
        }
        let path = target.query.map { "\(target.path)?\($0)" } ?? target.path
        guard Self.isUnambiguous(target.path), path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw .malformed("Send a path without dot segments, and percent-encode it.") }
        if head.method == .OPTIONS { try checkOptions(head, target) }
        let isTCP = listener != .unix
        let authority = isTCP ? api.authority : try authority(of: head, target)
        let prefix = isTCP ? prefix(of: target.path) : ""
        var request = HTTPTransportRequest(
            head: HTTPRequest(
                method: method, scheme: api.scheme, authority: authority,
                path: prefix + path))
        request.head.headerFields = fields(head, isTCP: isTCP)
        try setCredential(&request, head, isTCP: isTCP)
        request.mayBeRepeated = false
        let endpoint = Self.endpoint(prefix + target.path)
        let isAPI = authority == api.authority
        request.cachePolicy = policy(
            request, endpoint, query: target.query, isAPI: isAPI)
        request.facts = Self.facts(request, endpoint, isAPI: isAPI)
        return request
    }

    /// A question about the server, and one that goes no further (RFC 9110, section 7.6.2).
    private func checkOptions(_ head: HTTPRequestHead, _ target: HTTPTarget) throws(HTTPRefusal) {
        guard target.path != "*" else { throw .malformed("Send OPTIONS of a path.") }
        if head.headers.first(name: "max-forwards").flatMap({ Int($0) }) == 0 {
            throw HTTPRefusal(.ok, "This is the proxy, and Max-Forwards is 0.")
        }
    }

    /// What precedes a path over TCP. GitHub Enterprise has GraphQL beside the REST API.
    private func prefix(of path: String) -> Substring {
        let base = api.path == "/" ? "" : api.path[...]
        return path == "/graphql" && base.hasSuffix("/v3") ? base.dropLast(3) : base
    }

    private func authority(
        of head: HTTPRequestHead, _ target: HTTPTarget
    ) throws(HTTPRefusal) -> String {
        let host = head.headers.first(name: "host")
        guard let named = target.authority ?? host else { return api.authority }
        guard named.lowercased() == host?.lowercased() ?? named.lowercased() else {
            throw .malformed("Host and the target name two servers; send one name.")
        }
        // The port of the scheme may be left out.
        let authority = WebAddress("\(api.scheme)://\(named)")?.authority
        guard let authority, authorities.contains(authority) else {
            throw HTTPRefusal(
                .misdirectedRequest,
                "Host is not of the GitHub that --api-url names; this proxy has no other.")
        }
        return authority
    }

    // MARK: Fields

    /// The fields without those of the connection (RFC 9110, section 7.6.1).
    private func fields(_ head: HTTPRequestHead, isTCP: Bool) -> HTTPFields {
        var fields = HTTPFields()
        for (name, value) in head.headers {
            guard let name = HTTPField.Name(name) else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        fields = Storability.storableFields(fields)
        for name in [HTTPField.Name.authorization, .contentLength, .host] { fields[name] = nil }
        // RFC 9110, sections 10.1.1 and 7.6.2.
        if head.version.minor == 0 { fields[.expect] = nil }
        if head.method == .OPTIONS, let left = fields[.maxForwards].flatMap({ UInt($0) }), left > 0
        {
            fields[.maxForwards] = "\(left - 1)"
        }
        // The body of a response is opened to rewrite addresses in it.
        if isTCP, let codings = fields[.acceptEncoding] {
            fields[.acceptEncoding] = Self.acceptsGzip(codings) ? "gzip" : nil
        }
        fields[.via] = Self.via(fields[.via], minor: head.version.minor)
        return fields
    }

    /// RFC 9110, section 12.5.3.
    private static func acceptsGzip(_ codings: String) -> Bool {
        codings.lowercased().split(separator: ",").contains { member in
            let parts = member.filter { $0 != " " && $0 != "\t" }.split(separator: ";")
            let isRefused = parts.dropFirst().contains { $0.wholeMatch(of: /q=0(\.0*)?/) != nil }
            return ["gzip", "x-gzip", "*"].contains(parts.first) && !isRefused
        }
    }

    /// The value of `Via` with this proxy (RFC 9110, section 7.6.3).
    static func via(_ value: String?, minor: Int = 1) -> String {
        [value, "1.\(minor) \(name)"].compactMap(\.self).joined(separator: ", ")
    }

    /// In `Via` and `Cache-Status`.
    static let name = "gitxplorer"

    private func setCredential(
        _ request: inout HTTPTransportRequest, _ head: HTTPRequestHead, isTCP: Bool
    ) throws(HTTPRefusal) {
        let sent = head.headers["authorization"]
        guard let value = sent.first else {
            let isAPI = request.head.authority == api.authority
            if !isTCP, isAPI, let token = lent() { request.credential = token }
            return
        }
        let connection = head.headers[canonicalForm: "connection"].map { $0.lowercased() }
        guard sent.count == 1, !value.isEmpty, !connection.contains("authorization") else {
            throw .malformed("Send one Authorization, such as: Bearer TOKEN.")
        }
        let scheme = value.prefix { $0 != " " }
        let credential = value.dropFirst(scheme.count).drop { $0 == " " }
        request.scheme = credential.isEmpty ? "" : String(scheme)
        request.credential = Secret(credential.isEmpty ? value : String(credential))
    }

    // MARK: The path

    /// No part of the path means another one to some readers.
    private static func isUnambiguous(_ path: String) -> Bool {
        !path.contains("\\")
            && path.split(separator: "/").allSatisfy {
                let segment = Percent.decode($0)
                return !segment.contains("\0")
                    && !segment.split(whereSeparator: { $0 == "/" || $0 == "\\" })
                        .contains { $0 == "." || $0 == ".." }
            }
    }

    /// The path's segments after GitHub Enterprise's `/api/v3`.
    private static func endpoint(_ path: String) -> [Substring] {
        let segments = path.split(separator: "/")
        guard segments.first == "api" else { return segments }
        return Array(segments.dropFirst(segments.dropFirst().first == "v3" ? 2 : 1))
    }

    /// - SeeAlso: GitHub's documentation, "Rate limits for the REST API".
    private static func facts(
        _ request: HTTPTransportRequest, _ endpoint: [Substring], isAPI: Bool
    ) -> RequestFacts {
        var facts = RequestFacts()
        guard isAPI else { return facts }
        switch (endpoint.first, endpoint.dropFirst().first) {
        case ("graphql", _): (facts.budget, facts.invalidates) = ("graphql", false)
        case ("search", "code"): facts.budget = "code_search"
        case ("search", _): facts.budget = "search"
        default: facts.budget = "core"
        }
        facts.isFree = endpoint.first == "rate_limit"
        // Clients ask these for the scopes of their token.
        facts.describesCredential = endpoint.isEmpty || endpoint == ["user"]
        let accounts: [Substring] = ["users", "repos", "orgs"]
        let login = endpoint.first.flatMap {
            accounts.contains($0) ? endpoint.dropFirst().first : nil
        }
        let tags = [request.url] + [login.map(String.init)].compactMap(\.self)
        facts.tags = { _ in tags }
        return facts
    }

    // MARK: The cache

    /// What the request says to a cache (RFC 9111, section 5.2.1).
    private func policy(
        _ request: HTTPTransportRequest, _ endpoint: [Substring], query: String?, isAPI: Bool
    ) -> CachePolicy {
        let fields = request.head.headerFields
        let directives = CacheControl(fields)
        var standard = StandardCaching(isShared: request.credential == nil)
        standard.maximumStaleness = directives.maxStale ?? 0
        standard.minimumFreshness = directives.minFresh ?? 0
        standard.onlyIfCached = directives.onlyIfCached
        standard.staleIfError = directives.staleIfError
        // Section 5.4.
        let isPragma = fields[.cacheControl] == nil && fields[values: .pragma].contains("no-cache")
        // What is stored keeps its URL.
        let isSecret =
            query.map { query in Self.secretParameters.contains { query.contains($0) } } ?? false
        var policy = CachePolicy(
            revalidates: directives.isNoCache || isPragma, maximumAge: directives.maxAge,
            bypassesStore: directives.isNoStore || isSecret)
        policy.standard = standard
        guard keepsLonger, isAPI else { return policy }
        if endpoint.first == "search" {
            policy.minimumLifetime = 60
            policy.storesWithoutValidator = true
        } else if request.credential == nil {
            policy.minimumLifetime = 300
        }
        return policy
    }
}

extension ProxyRules {
    private static let secretParameters = ["token=", "client_secret="]
}

extension HTTPField.Name {
    static let host = HTTPField.Name("Host")!
    static let via = HTTPField.Name("Via")!
    static let pragma = HTTPField.Name("Pragma")!
    static let link = HTTPField.Name("Link")!
    static let cacheStatus = HTTPField.Name("Cache-Status")!
}
