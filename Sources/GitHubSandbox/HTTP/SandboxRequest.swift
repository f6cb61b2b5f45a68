import HTTPServer

/// A parsed HTTP request.
struct SandboxRequest: Sendable {
    /// In capitals.
    let method: String
    /// As sent.
    let target: String
    /// As sent, percent-encoded, without the query.
    let path: String
    /// ``path`` decoded and split at the slashes, without the prefix `/api/v3`.
    let segments: [String]
    let query: Query
    var headers: Fields
    let body: [UInt8]
    let hosts: Hosts
    /// Whether every host in the request is the sandbox's own.
    let isForOwnHost: Bool

    /// Longer paths are refused.
    static let maximumPathSize = 8192

    /// - Parameter target: the request target, in origin form or, as for proxies, absolute.
    init(
        method: String, target: String, headers: Fields = [], body: [UInt8] = [], ownHost: String
    ) {
        var rest = Substring(target)
        var named = headers.filter { $0.name.lowercased() == "host" }.map(\.value)
        var host = named.first ?? ownHost
        if let scheme = rest.firstRange(of: "://"), !rest.hasPrefix("/") {
            let authority = rest[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" }
            host = String(authority)
            named.append(host)
            rest = rest[authority.endIndex...]
        }
        let own = SandboxRequest.names(of: ownHost)
        isForOwnHost = !named.isEmpty && named.allSatisfy { own.contains($0.lowercased()) }
        let isPlainHost = host.utf8.allSatisfy { Percent.isUnreserved($0) || $0 == 0x3A }
        if host.isEmpty || !isPlainHost { host = ownHost }
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts.first.map(String.init) ?? "/"
        var segments = path.split(separator: "/").map { Percent.decode($0) }
        let isEnterprise = segments.starts(with: ["api", "v3"])
        if isEnterprise { segments.removeFirst(2) }
        if segments == ["api", "graphql"] { segments.removeFirst() }
        self.method = method.uppercased()
        self.target = target
        self.path = path.isEmpty ? "/" : path
        self.segments = segments
        query = Query(parts.count > 1 ? parts[1] : "")
        self.headers = headers
        self.body = body
        let origin = "http://" + host
        hosts = Hosts(origin: origin, api: isEnterprise ? origin + "/api/v3" : origin)
    }

    /// The other names of `host`, an address and a port.
    private static func names(of host: String) -> [String] {
        let address = "127.0.0.1:"
        guard host.hasPrefix(address) else { return [host] }
        let port = host.dropFirst(address.count)
        // Clients omit the default port of http.
        return [host, "localhost:\(port)"] + (port == "80" ? ["127.0.0.1", "localhost"] : [])
    }

    /// The value of a header, its lines joined, or nil if it is absent.
    func header(_ name: String) -> String? {
        let values = headers.filter { $0.name.lowercased() == name }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// The `PARAM` of `application/vnd.github.PARAM+json`, with or without `v3.` before it; it may
    /// have parts, as in `full.text-match`.
    var mediaTypeParameter: String? {
        let name = customMediaType?.prefix { $0 != "+" }.dropFirst(SandboxRequest.vendor.count)
        let parts = (name ?? "").split(separator: ".").filter { $0 != "v3" }
        return parts.isEmpty ? nil : parts.joined(separator: ".")
    }

    /// The first of GitHub's own media types in `Accept`, or nil if there is none.
    var customMediaType: Substring? {
        guard let accept = header("accept"),
            let start = accept.firstRange(of: SandboxRequest.vendor)
        else { return nil }
        return accept[start.lowerBound...].prefix { !",; ".contains($0) }
    }

    /// The media types in `Accept`, quoted, if the API has none of them. An empty list is `*/*`.
    var unsupportedMediaTypes: String? {
        let types = (header("accept") ?? "*/*").split(separator: ",").map { type in
            type.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
        }.filter { !$0.isEmpty }
        let isSupported = types.contains { type in
            ["*/*", "application/*", "application/json", "application/vnd.github"].contains(type)
                || ["application/vnd.github+", Self.vendor].contains { type.hasPrefix($0) }
        }
        return types.isEmpty || isSupported ? nil : types.map { "'\($0)'" }.joined(separator: ", ")
    }

    private static let vendor = "application/vnd.github."

    var isControl: Bool {
        path.hasPrefix("/_sandbox/")
    }
}
