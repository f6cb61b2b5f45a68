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

    /// A larger body is truncated; no endpoint needs one.
    private static let maximumBodySize = 1 << 20

    private let service: SandboxService
    private let workers: NIOThreadPool
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    private var waiting: [(request: SandboxRequest, isKeepAlive: Bool)] = []
    private var isBusy = false
    /// Whether a reply that counts is under way.
    private var isCounting = false
    private var inputEnded = false

    init(_ service: SandboxService, _ workers: NIOThreadPool) {
        self.service = service
        self.workers = workers
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
        let isHead = request.method == "HEAD"
        let reply = workers.runIfActive(eventLoop: context.eventLoop) { [service] in
            service.reply(to: request)
        }
        reply.whenSuccess { reply in
            let (handler, context) = bound.value
            handler.count(reply, context)
            guard reply.delay > 0 else {
                return handler.deliver(reply, isHead: isHead, isKeepAlive: isKeepAlive, context)
            }
            let time = arrival + .milliseconds(Int64(reply.delay))
            context.eventLoop.scheduleTask(deadline: time) {
                let (handler, context) = bound.value
                handler.deliver(reply, isHead: isHead, isKeepAlive: isKeepAlive, context)
            }
        }
    }

    private func count(_ reply: Reply, _ context: ChannelHandlerContext) {
        isCounting = reply.isCounted
        // The client may have disconnected while the reply was computed.
        if inputEnded || !context.channel.isActive { countEnd() }
    }

    private func deliver(
        _ reply: Reply, isHead: Bool, isKeepAlive: Bool, _ context: ChannelHandlerContext
    ) {
        guard context.channel.isActive else { return }
        var wire = WireReply(reply, isHead: isHead, isKeepAlive: isKeepAlive && !isLast)
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
            wire.truncate()
            send(wire.bytes, closes: true, context)
        case .whole:
            send(wire.bytes, closes: !wire.isKeepAlive, context)
        case .dripped:
            drip(wire.drops[...], closes: !wire.isKeepAlive, context)
        }
    }

    private func drip(
        _ drops: ArraySlice<ArraySlice<UInt8>>, closes: Bool, _ context: ChannelHandlerContext
    ) {
        guard let drop = drops.first else { return send([], closes: closes, context) }
        context.writeAndFlush(NIOAny(context.channel.allocator.buffer(bytes: drop)), promise: nil)
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: WireReply.dropInterval) {
            let (handler, context) = bound.value
            guard context.channel.isActive else { return }
            handler.drip(drops.dropFirst(), closes: closes, context)
        }
    }

    /// Sends the last bytes of a reply in one write, and continues with the next request.
    private func send(_ bytes: [UInt8], closes: Bool, _ context: ChannelHandlerContext) {
        // Counted as finished before it is sent, so that a client that has the reply sees it so.
        countEnd()
        isBusy = false
        let buffer = context.channel.allocator.buffer(bytes: bytes)
        guard closes || isLast else {
            context.writeAndFlush(NIOAny(buffer), promise: nil)
            return next(context)
        }
        waiting = []
        context.writeAndFlush(NIOAny(buffer)).assumeIsolated().whenComplete { _ in
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
