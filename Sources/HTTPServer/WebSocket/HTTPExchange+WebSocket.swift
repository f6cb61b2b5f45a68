package import NIOCore
import NIOHTTP1
import NIOWebSocket

/// The handshake of a WebSocket: version 13, without extensions and subprotocols.
///
/// - SeeAlso: RFC 6455, section 4.2.
extension HTTPExchange {
    /// Answers the handshake, and hands the channel to the handlers that `setUp` adds; see
    /// ``NIOCore/Channel/serveWebSocket(_:maximumMessageBytes:to:)``. Refuses any other request.
    package func upgradeToWebSocket(_ setUp: @escaping (any Channel) throws -> Void) {
        guard let channel else { return }
        if let refusal = Self.webSocketRefusal(head) { return refuse(refusal) }
        let upgrader = NIOWebSocketServerUpgrader(
            shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
            upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })
        upgrader.buildUpgradeResponse(
            channel: channel, upgradeRequest: head, initialResponseHeaders: [:]
        ).assumeIsolated().whenSuccess { [self] fields in
            var fields = fields
            // Added to every response of this status.
            fields.remove(name: "Connection")
            upgrade(fields, setUp)
        }
    }

    /// The refusal of a request that is not a handshake; nil for one.
    static func webSocketRefusal(_ head: HTTPRequestHead) -> HTTPRefusal? {
        func has(_ token: String, in name: String) -> Bool {
            head.headers[canonicalForm: name].contains { $0.lowercased() == token }
        }
        // A proxy would take for the body what we take for frames.
        guard (head.headers.first(name: "content-length") ?? "0") == "0",
            !head.headers.contains(name: "transfer-encoding")
        else { return .malformed("Connect without a body.") }
        guard head.method == .GET, head.version.minor > 0, has("websocket", in: "upgrade"),
            has("upgrade", in: "connection"), head.headers["sec-websocket-version"] == ["13"]
        else {
            return HTTPRefusal(
                .upgradeRequired, "Connect with version 13 of WebSocket.",
                ["Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"])
        }
        let keys = head.headers["sec-websocket-key"]
        guard keys.count == 1, keys[0].wholeMatch(of: /[A-Za-z0-9+\/]{22}==/) != nil else {
            return HTTPRefusal(.badRequest, "Send one Sec-WebSocket-Key of 16 bytes in base64.")
        }
        return nil
    }
}
