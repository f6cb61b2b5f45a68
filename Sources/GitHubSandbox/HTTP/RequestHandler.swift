import NIOCore
import NIOHTTP1
import NIOPosix

import Glibc

/// Serves one connection, one request after the other.
///
/// Replies are computed outside of the event loop, so that concurrent requests on several
/// connections have the configured latency and do not wait for each other's work.
final class RequestHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// A larger body is truncated; no endpoint needs one.
    private static let maximumBodySize = 1 << 20

    private let service: SandboxService
    private let onExchange: @Sendable (SandboxExchange) -> Void
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    private var waiting: [(request: SandboxRequest, isKeepAlive: Bool)] = []
    private var isBusy = false
    /// Whether a reply that counts is under way.
    private var isCounting = false
    private var inputEnded = false

    init(_ service: SandboxService, _ onExchange: @escaping @Sendable (SandboxExchange) -> Void) {
        self.service = service
        self.onExchange = onExchange
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            body = []
        case .body(let buffer):
            let room = RequestHandler.maximumBodySize - body.count
            body += buffer.readableBytesView.prefix(max(room, 0))
        case .end:
            guard let head else { return }
            self.head = nil
            let request = SandboxRequest(
                method: head.method.rawValue, target: head.uri,
                headers: head.headers.map { ($0.name, $0.value) }, body: body,
                ownHost: "127.0.0.1:\(context.channel.localAddress?.port ?? 0)")
            waiting.append((request, head.isKeepAlive))
            next(context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event {
            inputEnded = true
            // A client that closes its connection cannot be distinguished from one that closes only
            // its sending side. The reply is still sent, but no longer counts as under way.
            countEnd()
            if !isBusy { context.close(promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        countEnd()
        waiting = []
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func next(_ context: ChannelHandlerContext) {
        guard !isBusy, !waiting.isEmpty else { return }
        isBusy = true
        let (request, isKeepAlive) = waiting.removeFirst()
        let arrival = NIODeadline.now()
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let reply = NIOThreadPool.singleton.runIfActive(eventLoop: context.eventLoop) {
            [service] in service.reply(to: request)
        }
        reply.whenSuccess { reply in
            let (handler, context) = bound.value
            handler.isCounting = reply.isCounted
            // The client may have disconnected while the reply was computed.
            if handler.inputEnded || !context.channel.isActive { handler.countEnd() }
            let time = arrival + .milliseconds(Int64(reply.delay))
            context.eventLoop.scheduleTask(deadline: time) {
                let (handler, context) = bound.value
                let duration = NIODeadline.now() - arrival
                handler.onExchange(
                    SandboxExchange(
                        method: request.method, target: request.target,
                        status: reply.status == 0 ? nil : reply.status,
                        milliseconds: Int(duration.nanoseconds / 1_000_000),
                        notSimulated: reply.headers["X-Sandbox"].map {
                            "\($0): \(request.method) \(request.path)"
                        }))
                handler.deliver(reply, to: request, isKeepAlive: isKeepAlive, context)
            }
        }
    }

    private func deliver(
        _ reply: Reply, to request: SandboxRequest, isKeepAlive: Bool,
        _ context: ChannelHandlerContext
    ) {
        guard context.channel.isActive else { return }
        let closes = !isKeepAlive || isLast
        var body = request.method == "HEAD" || reply.status == 304 ? [] : reply.body[...]
        switch reply.delivery {
        case .never:
            return
        case .reset:
            countEnd()
            // Closing without lingering makes the kernel send a reset.
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            let options = context.channel as? any SocketOptionProvider
            options?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in
                bound.value.close(promise: nil)
            }
        case .truncated:
            // At least one byte is missing, whatever the head says.
            body.removeLast(min(max(body.count / 2, 1), body.count))
            writeHead(reply, closes: closes, context)
            send(body, closes: true, context)
        case .whole:
            writeHead(reply, closes: closes, context)
            send(body, closes: closes, context)
        case .dripped:
            writeHead(reply, closes: closes, context)
            drip(body, closes: closes, context)
        }
    }

    private func writeHead(_ reply: Reply, closes: Bool, _ context: ChannelHandlerContext) {
        var headers = HTTPHeaders(reply.headers.map { ($0.name, $0.value) })
        // RFC 9110, section 8.6: a 304 would state the length of the full response, so it states
        // none.
        if reply.status != 304 { headers.add(name: "Content-Length", value: "\(reply.body.count)") }
        if closes { headers.add(name: "Connection", value: "close") }
        let status = HTTPResponseStatus(statusCode: reply.status)
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
    }

    private func writeBody(_ bytes: ArraySlice<UInt8>, _ context: ChannelHandlerContext) {
        let buffer = context.channel.allocator.buffer(bytes: bytes)
        context.write(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
    }

    /// Sends the head, and the body a few bytes at a time.
    private func drip(_ body: ArraySlice<UInt8>, closes: Bool, _ context: ChannelHandlerContext) {
        context.flush()
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: .milliseconds(250)) {
            let (handler, context) = bound.value
            guard context.channel.isActive else { return }
            guard !body.isEmpty else { return handler.send([], closes: closes, context) }
            handler.writeBody(body.prefix(8), context)
            handler.drip(body.dropFirst(8), closes: closes, context)
        }
    }

    /// Sends the last bytes of a reply, and continues with the next request.
    private func send(_ bytes: ArraySlice<UInt8>, closes: Bool, _ context: ChannelHandlerContext) {
        // Counted as finished before it is sent, so that a client that has the reply sees it so.
        countEnd()
        isBusy = false
        writeBody(bytes, context)
        guard closes || isLast else {
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            return next(context)
        }
        waiting = []
        context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
            context.close(promise: nil)
        }
    }

    /// Whether this connection has no further requests after the current reply.
    private var isLast: Bool { inputEnded && waiting.isEmpty }

    private func countEnd() {
        if isCounting { service.finished() }
        isCounting = false
    }
}
