import NIOCore
import NIOHTTP1
import NIOPosix

/// Serves WebSockets on a TCP port.
///
///     let server = WebSocketServer { message, reply in reply(message) }
///     try await server.run(host: "127.0.0.1", port: 7000) { print("listening on \($0)") }
///
/// Pages of other sites cannot connect: `Host` must name this server, and `Origin`, which browsers send,
/// must be its own or listed. Other programs of this machine can. A client that does not read its
/// messages is not read from.
///
/// - SeeAlso: RFC 6455. There are no extensions and no subprotocols.
public struct WebSocketServer: Sendable {
    /// Sends the client a message, at any time and from any thread, unless the client has gone.
    public typealias Reply = @Sendable (WebSocketMessage) -> Void

    /// Called for each message, on an event loop: it must not block.
    public typealias Handler =
        @Sendable (_ message: WebSocketMessage, _ reply: @escaping Reply) -> Void

    private let maximumMessageBytes: Int
    private let hosts: [String]
    private let origins: [String]
    private let onMessage: Handler

    /// - Parameters:
    ///   - maximumMessageBytes: a longer message ends its connection, with the code 1009.
    ///   - hosts: further names that `Host` may have, such as that of a reverse proxy.
    ///   - origins: further origins whose pages may connect, such as `https://example.org`.
    public init(
        maximumMessageBytes: Int = 1 << 20, hosts: [String] = [], origins: [String] = [],
        onMessage: @escaping Handler
    ) {
        self.maximumMessageBytes = maximumMessageBytes
        self.hosts = hosts
        self.origins = origins
        self.onMessage = onMessage
    }

    /// Serves until the task is cancelled; then all connections end with the code 1001.
    ///
    /// - Parameters:
    ///   - host: an address or a name. There is no TLS: on an address that other machines can reach,
    ///     anybody can read the messages.
    ///   - port: 0 for a free one.
    ///   - ready: called once with the server's URL.
    /// - Throws: the error of the system if it cannot listen.
    public func run(
        host: String, port: Int, ready: (_ url: String) -> Void = { _ in }
    ) async throws {
        let listener = try await HTTPListener.start(
            host: host, port: port, group: MultiThreadedEventLoopGroup.singleton
        ) { [self] address in
            let gate = HTTPGate(
                port: address.port, addresses: [host, address.ipAddress ?? host], hosts: hosts,
                origins: origins)
            return HTTPService(gate: gate, router: HTTPRouter([HTTPRoute("/", [.GET: serve])]))
        }
        let name = host.contains(":") ? "[\(host)]" : host
        ready("ws://\(name):\(listener.address.port ?? port)")
        // Ends when the task is cancelled.
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        continuation.finish()
        await listener.stop()
    }

    private func serve(_ exchange: HTTPExchange) {
        exchange.upgradeToWebSocket { channel in
            let messages = WebSocketMessages(onMessage)
            try channel.serveWebSocket(
                messages, maximumMessageBytes: maximumMessageBytes, to: messages)
        }
    }
}
