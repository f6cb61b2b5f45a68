import NIOCore
import NIOEmbedded
import NIOHTTP1

@testable import HTTPServer

/// One connection in memory: bytes in, bytes out, and a clock that the test moves.
final class TestConnection {
    let channel = EmbeddedChannel()
    /// The exchanges of `/hold`, which are not answered.
    let held = Held()

    /// `@unchecked`: an embedded channel runs everything on the test's own thread.
    final class Held: @unchecked Sendable {
        var exchanges: [HTTPExchange] = []
        var authorizations = 0
        var log: [String] = []
        var last: HTTPExchange { exchanges[exchanges.count - 1] }
    }

    init(
        gate: HTTPGate? = HTTPGate(port: 80), authorizer: HTTPAuthorizer? = nil,
        defaultFields: HTTPHeaders = [:]
    ) throws {
        let router = HTTPRouter([
            HTTPRoute(
                "/echo", maximumBody: 1000, mediaTypes: ["text/plain", "application/json"],
                [
                    .POST: { exchange in exchange.collectBody { exchange.respond(.ok, [:], $0) } },
                    .GET: { $0.respond(.ok, [:], ByteBuffer(string: $0.target.query ?? "-")) },
                ]),
            HTTPRoute(
                "/hold", maximumBody: 1000, [.POST: held.hold, .GET: held.hold, .PUT: held.hold]),
            HTTPRoute("/long", maximumBody: 200_000, [.POST: held.hold]),
            HTTPRoute("/open", needsSecret: false, [.GET: { $0.respond(.noContent) }]),
            HTTPRoute(
                "/names/*",
                [.GET: { $0.respond(.ok, [:], ByteBuffer(string: $0.target.segments[1])) }]),
        ])
        let service = HTTPService(
            gate: gate, router: router, authorizer: authorizer, defaultFields: defaultFields)
        try HTTPConnectionHandler.add(to: channel, service, name: "http-1") { [held] in
            held.authorizations += 1
        }
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
    }

    deinit {
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }

    /// Sends bytes, `size` of them at a time.
    func send(_ text: String, inPiecesOf size: Int = .max) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty, channel.isActive {
            _ = try? channel.writeInbound(ByteBuffer(bytes: rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
    }

    func endInput() {
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    }

    /// What has been written since the last call, without `Date`.
    func output() -> String {
        var bytes = ByteBuffer()
        while var next = try? channel.readOutbound(as: ByteBuffer.self) { bytes.writeBuffer(&next) }
        let lines = String(buffer: bytes).components(separatedBy: "\r\n")
        return lines.filter { !$0.hasPrefix("Date: ") }.joined(separator: "\r\n")
    }

    /// The statuses of the responses that have been written since the last call.
    func statuses() -> [Int] {
        output().components(separatedBy: "HTTP/1.1 ").dropFirst().compactMap { Int($0.prefix(3)) }
    }

    func advance(_ time: TimeAmount) {
        channel.embeddedEventLoop.advanceTime(by: time)
    }

    /// Whether the connection closes without a further request.
    var closes: Bool {
        advance(.seconds(1))
        return !channel.isActive
    }
}

extension TestConnection.Held {
    @Sendable func hold(_ exchange: HTTPExchange) {
        exchanges.append(exchange)
        exchange.onDisconnect = { self.log.append("gone") }
    }
}

extension String {
    func components(separatedBy separator: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let range = rest.firstRange(of: separator) {
            parts.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return parts + [String(rest)]
    }
}
