import HTTPServer
import JSONCore
import JSONRPC
import NIOCore
import NIOHTTP1
import Synchronization

/// `/session`: exchanges the client secret or a launch token for a cookie, which scripts cannot read and
/// other sites do not send.
final class SessionEndpoint: Sendable {
    /// Nil if no client needs the secret.
    private let gate: ConnectionGate?
    /// Whether a launch token opens a session.
    private let admits: @Sendable (String) -> Bool
    private let sessions = Mutex(Sessions())
    /// Called with the id of each session.
    private let note: @Sendable (String) -> Void

    init(
        gate: ConnectionGate?, admits: @escaping @Sendable (String) -> Bool,
        note: @escaping @Sendable (String) -> Void
    ) {
        self.gate = gate
        self.admits = admits
        self.note = note
    }

    var route: HTTPRoute {
        HTTPRoute(
            "/session", maximumBody: 1024, mediaTypes: ["application/json"], needsSecret: false,
            [.PUT: begin, .DELETE: end])
    }

    /// Whether a request comes from an open session; nil if it names none.
    func isAuthorized(_ head: HTTPRequestHead) -> Bool? {
        let ids = head.sessionIDs
        return ids.isEmpty ? nil : sessions.withLock { ids.contains(where: $0.contains) }
    }

    private func begin(_ exchange: HTTPExchange) {
        exchange.collectBody { [self] body in
            guard let params = try? JSONParser().parse(Array(body.readableBytesView)),
                (params["secret"] ?? params["launch"])?.stringValue != nil
            else {
                return exchange.refuse(
                    HTTPRefusal(
                        .badRequest, "Send an object with the string \"secret\" or \"launch\"."))
            }
            let delay = TimeAmount(gate?.delay() ?? .zero)
            exchange.eventLoop.assumeIsolated().scheduleTask(in: delay) { [self] in
                // A token that opens none is as wrong as an empty secret.
                let isLaunch = params["launch"]?.stringValue.map(admits) == true
                guard isLaunch || gate?.verify(params) == nil else {
                    return exchange.refuse(.unauthorized)
                }
                let id = sessions.withLock { $0.begin() }
                note(id)
                setCookie(exchange, id)
            }
        }
    }

    private func end(_ exchange: HTTPExchange) {
        guard exchange.wasAuthorized else { return exchange.refuse(.unauthorized) }
        sessions.withLock { sessions in
            for id in exchange.head.sessionIDs { sessions.end(id) }
        }
        setCookie(exchange, "; Max-Age=0")
    }

    private func setCookie(_ exchange: HTTPExchange, _ value: String) {
        let cookie = "\(exchange.head.sessionCookie)=\(value); HttpOnly; SameSite=Strict; Path=/"
        exchange.respond(.noContent, ["Set-Cookie": cookie])
    }
}

extension HTTPRequestHead {
    /// The cookie's name. Cookies of a host belong to all its ports, so it contains the one that the
    /// browser has asked, which the gate has checked.
    fileprivate var sessionCookie: String {
        let port = headers.first(name: "host")?.split(separator: ":").last.flatMap { UInt16($0) }
        return "gitxplorer-\(port ?? 80)"
    }

    /// The values of the cookie; a browser sends one.
    fileprivate var sessionIDs: [String] {
        headers["cookie"].flatMap { $0.split(separator: ";") }.compactMap { cookie in
            let parts = cookie.split(separator: "=", maxSplits: 1)
            let isOurs = parts.count == 2 && parts[0].drop { $0 == " " } == sessionCookie
            return isOurs ? String(parts[1]) : nil
        }
    }
}
