import HTTPServer
import NIOCore
import NIOHTTP1
import NIOPosix

/// Answers the requests of a sandbox's clients.
///
/// Replies are computed outside of the event loop, so that concurrent requests on several
/// connections have the configured latency and do not wait for each other's work.
struct SandboxFront: Sendable {
    /// A longer body is refused; no endpoint needs one.
    static let maximumBodySize = 1 << 20

    let service: SandboxService
    let onExchange: @Sendable (SandboxExchange) -> Void
    /// The address and port that are listened on.
    let ownHost: String

    func answer(_ exchange: HTTPExchange) {
        exchange.collectBody { body in
            let head = exchange.head
            let request = SandboxRequest(
                method: head.method.rawValue, target: head.uri,
                headers: head.headers.map { ($0.name, $0.value) },
                body: Array(body.readableBytesView), ownHost: ownHost)
            answer(exchange, request)
        }
    }

    private func answer(_ exchange: HTTPExchange, _ request: SandboxRequest) {
        let arrival = NIODeadline.now()
        let eventLoop = exchange.eventLoop
        let reply = NIOThreadPool.singleton.runIfActive(eventLoop: eventLoop) { [service] in
            service.reply(to: request)
        }
        reply.assumeIsolated().whenSuccess { reply in
            if reply.isCounted {
                exchange.onDisconnect = service.finished
                // The client may have disconnected while the reply was computed.
                if !exchange.isOpen { countEnd(exchange) }
            }
            let time = arrival + .milliseconds(Int64(reply.delay))
            eventLoop.assumeIsolated().scheduleTask(deadline: time) {
                let duration = NIODeadline.now() - arrival
                onExchange(
                    SandboxExchange(
                        method: request.method, target: request.target,
                        status: reply.status == 0 ? nil : reply.status,
                        milliseconds: Int(duration.nanoseconds / 1_000_000),
                        notSimulated: reply.headers["X-Sandbox"].map {
                            "\($0): \(request.method) \(request.path)"
                        }))
                deliver(reply, exchange)
            }
        }
    }

    private func deliver(_ reply: Reply, _ exchange: HTTPExchange) {
        let status = HTTPResponseStatus(statusCode: reply.status)
        var fields = HTTPHeaders(reply.headers.map { ($0.name, $0.value) })
        let body = ByteBuffer(bytes: reply.body)
        if reply.delivery == .truncated || reply.delivery == .dripped {
            fields.add(name: "Content-Length", value: "\(reply.body.count)")
            exchange.begin(status, fields)
        }
        switch reply.delivery {
        case .never:
            break
        case .reset:
            countEnd(exchange)
            exchange.reset()
        case .whole:
            countEnd(exchange)
            exchange.respond(status, fields, body)
        case .truncated:
            countEnd(exchange)
            // At least one byte is missing, whatever the head says.
            exchange.write(ByteBuffer(bytes: reply.body.dropLast(max(reply.body.count / 2, 1))))
            exchange.finish(closes: true)
        case .dripped:
            drip(body, exchange)
        }
    }

    /// Sends the body a few bytes at a time.
    private func drip(_ body: ByteBuffer, _ exchange: HTTPExchange) {
        exchange.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(250)) {
            var body = body
            guard exchange.isOpen else { return }
            guard let next = body.readSlice(length: min(body.readableBytes, 8)),
                next.readableBytes > 0, exchange.head.method != .HEAD
            else {
                countEnd(exchange)
                return exchange.finish()
            }
            exchange.write(next)
            drip(body, exchange)
        }
    }

    /// Counted as finished before the last bytes are sent, so that a client that has them sees it so.
    private func countEnd(_ exchange: HTTPExchange) {
        exchange.onDisconnect.take()?()
    }
}
