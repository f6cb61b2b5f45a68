package import NIOHTTP1

/// Decides by its head whether a request may be answered.
///
/// Pages of other sites, after DNS rebinding too, can make a browser send requests to a server on this
/// machine. `Host` must therefore name this server and `Origin` must be its own. Neither is compared
/// with the other, because after rebinding both name the attacker's site.
package struct HTTPGate: Sendable {
    package enum Decision: Equatable, Sendable {
        /// With the origin whose pages may read the response, if it is another site's.
        case admit(allowedOrigin: String?)
        /// A CORS preflight of an origin that is listed.
        case preflight(origin: String)
        case refuse(HTTPRefusal)
    }

    /// The listener's port; nil on a Unix socket.
    private let port: Int?
    private let addresses: [String]
    private let hosts: [String]
    private let origins: [String]
    private let refusesOrigins: Bool

    /// - Parameters:
    ///   - port: the listener's; nil on a Unix socket, where any `Host` is right.
    ///   - addresses: those listened on, without brackets.
    ///   - hosts: further names, with any port.
    ///   - origins: further origins, whose pages may read responses.
    ///   - refusesOrigins: whether no page may ask, not even the server's own, because it has none.
    package init(
        port: Int?, addresses: [String] = [], hosts: [String] = [], origins: [String] = [],
        refusesOrigins: Bool = false
    ) {
        self.refusesOrigins = refusesOrigins
        self.port = port
        let own = addresses.map { $0.contains(":") ? "[\($0)]" : $0 }
        self.addresses = ["localhost", "127.0.0.1", "[::1]"] + own.map { $0.lowercased() }
        self.hosts = hosts.map { $0.lowercased() }
        self.origins = origins.map { $0.lowercased() }
    }

    /// Whether any response depends on `Origin`.
    var hasOrigins: Bool { !origins.isEmpty }

    package func decide(_ head: HTTPRequestHead) -> Decision {
        do throws(HTTPRefusal) {
            let target = try HTTPMessageForm.check(head)
            try checkHost(head, target.authority)
            return try decideOrigin(head)
        } catch {
            return .refuse(error)
        }
    }

    private func checkHost(_ head: HTTPRequestHead, _ target: String?) throws(HTTPRefusal) {
        let sent = head.headers["host"]
        let host = sent.first.flatMap { HTTPAuthority($0[...]) }
        guard sent.count < 2, sent.isEmpty ? head.version.minor == 0 : host != nil else {
            throw .malformed("Send one valid Host.")
        }
        let authority = target.flatMap { HTTPAuthority($0[...]) }
        guard target == nil || authority?.host.isEmpty == false else {
            throw .malformed("The target's host is not valid.")
        }
        if port == nil { return }
        guard target == nil || authority == host else {
            throw HTTPRefusal(
                .misdirectedRequest, "Host and the target name two servers; send one name.")
        }
        guard host.map(isOwn) == true else {
            throw HTTPRefusal(
                .misdirectedRequest,
                "Host is not this server; use the address it listens on, or --http-host.")
        }
    }

    private func isOwn(_ authority: HTTPAuthority) -> Bool {
        let isOwnAddress = authority.port == port && addresses.contains(authority.host)
        return isOwnAddress || hosts.contains(authority.host)
    }

    private func isOwn(origin: String) -> Bool {
        let scheme = "http://"
        guard origin.lowercased().hasPrefix(scheme),
            let authority = HTTPAuthority(origin.dropFirst(scheme.count))
        else { return false }
        return isOwn(authority)
    }

    private func decideOrigin(_ head: HTTPRequestHead) throws(HTTPRefusal) -> Decision {
        let sent = head.headers["origin"]
        guard sent.isEmpty || !refusesOrigins else {
            throw HTTPRefusal(.forbidden, "Requests of web pages are refused.")
        }
        if sent.count == 1, origins.contains(sent[0].lowercased()) {
            let asks = head.headers.contains(name: "access-control-request-method")
            return head.method == .OPTIONS && asks
                ? .preflight(origin: sent[0]) : .admit(allowedOrigin: sent[0])
        }
        let sites = head.headers["sec-fetch-site"].map { $0.lowercased() }
        guard sent.count < 2, sent.allSatisfy(isOwn(origin:)),
            !sites.contains("cross-site"), !sites.contains("same-site")
        else {
            throw HTTPRefusal(
                .forbidden, "Pages of other sites may not ask; --http-origin lists those that may.")
        }
        return .admit(allowedOrigin: nil)
    }
}
