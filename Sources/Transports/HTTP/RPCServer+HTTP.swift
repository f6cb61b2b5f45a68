package import HTTPServer
import JSONCore
package import JSONRPC
package import NIOCore
package import NIOHTTP1
import Synchronization

/// HTTP and WebSocket.
extension RPCServer {
    /// Serves one HTTP request as a connection of its own, with all limits of the others. Called on the
    /// event loop of the exchange.
    ///
    /// The server waits for its calls, and cancels them when its time for the end is up.
    ///
    /// - Parameters:
    ///   - message: the JSON text; nil for the body of the request, which is then read as it is wanted.
    ///   - dialect: its `exit` is ignored.
    ///   - sendsNotifications: whether `reply` also gets notifications.
    ///   - cancelsOnDisconnect: false to let calls go on for nobody when the client disconnects.
    package func serve(
        _ exchange: HTTPExchange, _ methods: MethodRegistry, message: ByteBuffer? = nil,
        dialect: ConnectionDialect, sendsNotifications: Bool = false,
        cancelsOnDisconnect: Bool = true, reply: PostReply
    ) {
        guard !isEnding else { return exchange.refuse(.ending) }
        var dialect = dialect
        dialect.exit = nil
        dialect.sendsNotifications = sendsNotifications
        PostTransport.start(
            exchange, message: message, cancelsOnDisconnect: cancelsOnDisconnect, reply, connections
        ) { signal in
            makeConnection(
                methods, .request, name: exchange.connectionName, dialect: dialect,
                trace: exchange.head.traceParent, signal)
        }
    }

    /// Serves HTTP on a socket. Runs on the channel's event loop.
    func acceptHTTP(
        _ channel: any Channel, _ kind: ConnectionKind, _ router: HTTPRouter,
        _ authorizer: HTTPAuthorizer?, isProxy: Bool
    ) throws {
        let id = ObjectIdentifier(channel)
        let bound = channel.parent?.localAddress
        let isTCP = kind.mustAuthenticate
        let gate = HTTPGate(
            port: isTCP ? bound?.port ?? 0 : nil,
            addresses: [configuration.http?.host, bound?.ipAddress].compactMap(\.self),
            hosts: configuration.httpHosts, origins: configuration.httpOrigins,
            refusesOrigins: isProxy)
        var limits = HTTPLimits()
        limits.bodyPause = configuration.idleFrameTimeout
        var service = HTTPService(
            gate: gate, router: router, authorizer: isTCP ? authorizer : nil, limits: limits,
            defaultFields: isProxy
                ? [:]
                : [
                    "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
                    "Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "no-store",
                ])
        // That of GitHub's errors, which its clients show.
        if isProxy { service.refusalMember = "message" }
        try HTTPConnectionHandler.add(to: channel, service, name: nextName(kind)) {
            [connections] in connections.authenticated(id)
        }
        let isAdded = connections.start(id, nil) {
            // Before it is active, a channel is not notified.
            guard channel.isActive else { return channel.close(promise: nil) }
            channel.eventLoop.execute {
                channel.pipeline.fireUserInboundEventTriggered(HTTPConnectionHandler.Drain())
            }
        }
        guard isAdded else { throw ChannelError.alreadyClosed }
    }

    /// - Parameter further: what the program adds.
    func router(_ methods: MethodRegistry, _ further: HTTPExtension) -> HTTPRouter {
        if let proxy = further.proxy { return HTTPRouter([], fallback: proxy) }
        let rpc = HTTPRoute(
            "/rpc", maximumBody: limits.maximumMessageBytes,
            mediaTypes: ["application/json", "application/json-rpc"],
            [
                .POST: { [self] in serve($0, methods, dialect: dialect, reply: .json) },
                .GET: { [self] in upgrade($0, methods) },
            ])
        return HTTPRouter([rpc] + further.routes, missingPage: further.missingPage)
    }

    /// Checks what the TCP gate checks; nil without one.
    func authorizer(_ further: HTTPExtension) -> HTTPAuthorizer? {
        guard let gate else { return nil }
        return HTTPAuthorizer(delay: gate.delay) { head in
            let session = further.isAuthorized(head)
            if session == true { return true }
            // A session that is not open is as wrong as an empty secret.
            guard let secret = head.bearerToken ?? session.map({ _ in "" }) else { return false }
            return gate.verify(["secret": .string(secret)]) == nil
        }
    }

    /// Makes a WebSocket of the connection.
    private func upgrade(_ exchange: HTTPExchange, _ methods: MethodRegistry) {
        guard !isEnding else { return exchange.refuse(.ending) }
        let trace = exchange.head.traceParent
        exchange.upgradeToWebSocket { [self] channel in
            try attach(channel, .webSocket, methods, trace: trace) { connection in
                try channel.serveWebSocket(
                    WebSocketLines(connection) { [self] in isEnding },
                    maximumMessageBytes: limits.maximumMessageBytes,
                    to: ConnectionHandler(
                        connection, idleFrameTimeout: configuration.idleFrameTimeout,
                        gateTime: .zero, passedGate: {}))
            }
        }
    }
}

extension HTTPRequestHead {
    /// The trace that the request is part of, unchecked; nil if it does not name one.
    package var traceParent: String? {
        let values = headers["traceparent"]
        return values.count == 1 ? values[0] : nil
    }

    /// The token of `Authorization: Bearer TOKEN` (RFC 6750, section 2.1), with the scheme in any case.
    var bearerToken: String? {
        let values = headers["authorization"]
        // Much faster in an array than in the string.
        let bytes = values.first.map { Array($0.utf8) } ?? []
        guard values.count == 1, let space = bytes.firstIndex(of: UInt8(ascii: " ")),
            String(decoding: bytes[..<space], as: UTF8.self).lowercased() == "bearer"
        else { return nil }
        let token = bytes[space...].drop { $0 == UInt8(ascii: " ") }
        guard !token.isEmpty, !token.contains(UInt8(ascii: " ")) else { return nil }
        return String(decoding: token, as: UTF8.self)
    }
}
