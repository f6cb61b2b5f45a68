import Glibc
package import NIOCore
package import NIOHTTP1

/// Serves one connection: reads requests one after the other, and writes their responses.
///
/// Parts of requests wait in a queue until they can be used. The socket is read only while the queue is
/// empty, and the exchange under way, if any, wants more of its body.
package final class HTTPConnectionHandler: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPServerRequestPart
    package typealias OutboundOut = ByteBuffer

    /// An inbound event: the server ends. An exchange under way is finished; then the connection
    /// closes.
    package struct Drain: Sendable {
        package init() {}
    }

    private enum Arrival {
        case part(HTTPServerRequestPart)
        /// What follows cannot be read.
        case failure(HTTPRefusal)

        var isHead: Bool {
            if case .part(.head) = self { true } else { false }
        }
    }

    private enum Phase {
        case open
        /// Our side is closed; input is read and dropped.
        case lingering
        /// The handlers of HTTP are being removed.
        case upgrading
        case closed
    }

    /// How long a client has to read its last response; closing with unread bytes would reset the
    /// connection and lose the response.
    private static let lingerTime = Duration.seconds(1)

    let service: HTTPService
    let name: String
    /// Called when a request may be answered by a route that needs the secret; nil afterwards.
    var onAuthorized: (() -> Void)?
    private(set) var isDraining = false
    private var inputEnded = false
    private var phase = Phase.open
    private var context: ChannelHandlerContext?
    private var arrivals: CircularBuffer<Arrival> = []
    private var exchange: HTTPExchange?
    private var isReading = false
    /// Whether the last read brought a part of a request.
    private var hasRead = false
    private var isAdvancing = false
    private var mustAdvance = false
    private let deadline: HTTPDeadline
    private let front: HTTPHeadHandler
    /// Whether the decoder reads nothing after the request whose parts arrive.
    private var isLastDecoded = false
    /// Bytes that were written and not yet taken by the socket.
    private var unsent = 0
    /// What was unsent when the socket last took something.
    private var lastUnsent = 0
    var date = HTTPDate()
    /// Bytes that arrived after a request for an upgrade.
    private var early: [NIOAny] = []

    private init(
        _ service: HTTPService, name: String, on eventLoop: any EventLoop,
        behind front: HTTPHeadHandler, onAuthorized: @escaping () -> Void
    ) {
        self.service = service
        self.name = name
        self.front = front
        self.onAuthorized = onAuthorized
        deadline = HTTPDeadline(on: eventLoop)
    }

    /// Adds the handlers to a channel that does not read by itself and may be half-closed.
    ///
    /// - Parameters:
    ///   - name: for logs, such as `http-3`.
    ///   - onAuthorized: called once, when a request has shown the secret or needs none.
    package static func add(
        to channel: any Channel, _ service: HTTPService, name: String,
        onAuthorized: @escaping () -> Void = {}
    ) throws {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = HTTPLimits.maximumHeaderBytes
        limits.maxHeaderListSize = HTTPLimits.maximumHeaderBytes
        limits.maxHeaderFieldCount = HTTPLimits.maximumFields
        let decoder = HTTPRequestDecoder(
            leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits)
        let handlers = channel.pipeline.syncOperations
        let front = HTTPHeadHandler()
        try handlers.addHandler(front)
        try handlers.addHandler(ByteToMessageHandler(decoder))
        try handlers.addHandler(
            HTTPConnectionHandler(
                service, name: name, on: channel.eventLoop, behind: front,
                onAuthorized: onAuthorized))
    }

    var channel: (any Channel)? { context?.channel }

    package func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        deadline.onExpiry = { [unowned self] in expired() }
        if context.channel.isActive { advance() }
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        deadline.cancel()
        self.context = nil
    }

    package func channelActive(context: ChannelHandlerContext) {
        advance()
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        hasRead = true
        switch phase {
        case .open:
            var part = unwrapInboundIn(data)
            switch part {
            case .head(var head):
                HTTPMessageForm.trim(&head)
                if let method = front.rareMethod { head.method = .RAW(value: method) }
                let length = head.headers.first(name: "content-length").flatMap { Int($0) }
                isLastDecoded = head.headers.contains(name: "upgrade")
                front.place = length.map { .body($0) } ?? .chunks
                part = .head(head)
            case .end(let trailers):
                // The decoder follows a trailer, too.
                if let trailers,
                    trailers.contains(name: "connection")
                        || trailers.contains(name: "proxy-connection")
                {
                    isLastDecoded = true
                }
                front.place = isLastDecoded ? .beyond : .head
            case .body: break
            }
            arrivals.append(.part(part))
        case .upgrading: early.append(data)
        case .lingering, .closed: break
        }
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        let progressed = hasRead
        hasRead = false
        advance(progressed: progressed)
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // At its end a channel has the decoder complain about what is cut off.
        guard phase == .open, context.channel.isActive else { return }
        switch error {
        case let refusal as HTTPRefusal: arrivals.append(.failure(refusal))
        case HTTPParserError.headerOverflow: arrivals.append(.failure(HTTPMessageForm.tooLong))
        case is HTTPParserError:
            arrivals.append(.failure(HTTPMessageForm.malformed))
        case ByteToMessageDecoderError.dataReceivedInErrorState:
            return
        default:
            return context.close(promise: nil)
        }
        hasRead = true
        advance()
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is Drain: isDraining = true
        case ChannelEvent.inputClosed: inputEnded = true
        default: return context.fireUserInboundEventTriggered(event)
        }
        if phase == .lingering { return context.close(promise: nil) }
        advance()
        if inputEnded { exchange?.probe() }
    }

    package func channelInactive(context: ChannelHandlerContext) {
        phase = .closed
        arrivals = []
        deadline.cancel()
        exchange.take()?.disconnect()
        context.fireChannelInactive()
    }
}

// MARK: Progress

extension HTTPConnectionHandler {
    /// Does what can be done: uses what has arrived, reads, closes.
    ///
    /// - Parameter progressed: whether the client has sent or taken something.
    func advance(progressed: Bool = false) {
        guard !isAdvancing else { return mustAdvance = true }
        isAdvancing = true
        repeat {
            mustAdvance = false
            while phase == .open, useArrival() {}
        } while mustAdvance
        isAdvancing = false
        // At the server's end, a request that has not all arrived is not accepted.
        if phase == .open, isDraining, exchange?.wantsInput == true { exchange?.fail(.ending) }
        guard phase == .open, let context else { return }
        if exchange == nil, inputEnded || isDraining { return context.close(promise: nil) }
        setDeadline(progressed: progressed)
        let wantsInput = exchange?.wantsInput ?? true
        guard wantsInput, arrivals.isEmpty, !isReading, !inputEnded else { return }
        isReading = true
        context.read()
    }

    /// Whether parts of the request under way have arrived and were not used.
    var hasArrivals: Bool { !arrivals.isEmpty }

    /// Whether no further request will be answered.
    var isLast: Bool {
        (isDraining || inputEnded || isLastDecoded) && !arrivals.contains(where: \.isHead)
    }

    /// - Returns: false if nothing has arrived that can be used now.
    private func useArrival() -> Bool {
        guard let arrival = arrivals.first, exchange?.wantsInput ?? true else { return false }
        switch arrival {
        case .part(.head(let head)):
            guard exchange == nil else { return false }
            arrivals.removeFirst()
            start(head).map(admit)
        case .part(.body(let bytes)):
            arrivals.removeFirst()
            exchange?.receive(.bytes(bytes))
        case .part(.end):
            arrivals.removeFirst()
            exchange?.receive(.end)
        case .failure(let refusal):
            arrivals = []
            if let exchange {
                exchange.fail(refusal)
            } else {
                start(HTTPRequestHead(version: .http1_1, method: .GET, uri: "/"))?.refuse(refusal)
            }
        }
        return true
    }

    private func start(_ head: HTTPRequestHead) -> HTTPExchange? {
        guard let eventLoop = context?.eventLoop else { return nil }
        deadline.stop()
        let exchange = HTTPExchange(head, self, eventLoop)
        self.exchange = exchange
        return exchange
    }

    /// Records that a response has been sent, and that nothing of its request is left.
    func finished(closes: Bool) {
        exchange = nil
        if closes { close() }
        advance()
    }

    private func setDeadline(progressed: Bool) {
        let limits = service.limits
        if unsent > 0 {
            deadline.start(.output, limits.idleTime, restarts: progressed)
        } else if exchange == nil {
            if front.isMidHead {
                deadline.start(.head, limits.headerTime, restarts: false)
            } else {
                deadline.start(.request, limits.idleTime, restarts: false)
            }
        } else if let exchange, exchange.wantsInput {
            deadline.start(
                .body, limits.bodyPause, restarts: progressed && exchange.takeGrowth())
        } else {
            deadline.stop()
        }
    }

    private func expired() {
        guard let context else { return }
        if phase == .open, unsent > 0,
            let left = try? context.channel.syncOptions?.getOption(.bufferedWritableBytes),
            left < lastUnsent
        {
            // The client has taken something of a long response.
            lastUnsent = left
            return setDeadline(progressed: true)
        }
        context.close(promise: nil)
    }
}

// MARK: Output

extension HTTPConnectionHandler {
    /// Writes and flushes. `taken` is called when the socket has taken all bytes.
    func write(_ bytes: ByteBuffer, taken: (() -> Void)? = nil) {
        guard let context else { return }
        let count = bytes.readableBytes
        unsent += count
        lastUnsent = unsent
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenSuccess { [self] in
            unsent -= count
            lastUnsent = unsent
            taken?()
            advance(progressed: true)
        }
        context.writeAndFlush(wrapOutboundOut(bytes), promise: promise)
        // What the system took at once is not the client's progress.
        if unsent > 0,
            let left = try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)
        {
            lastUnsent = left
        }
    }

    /// Closes once the client has had time to read the last response.
    private func close() {
        guard let context, phase == .open else { return }
        arrivals = []
        guard !inputEnded, !isDraining else { return context.close(promise: nil) }
        phase = .lingering
        deadline.start(.end, Self.lingerTime, restarts: true)
        context.close(mode: .output, promise: nil)
        try? context.channel.syncOptions?.setOption(.autoRead, value: true)
        context.read()
    }

    /// Closes with a reset instead of an orderly end.
    func reset() {
        guard let context else { return }
        let options = context.channel as? any SocketOptionProvider
        let done = options?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        done?.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    }

    /// Removes the handlers of HTTP. Those that `setUp` adds get what arrives after the request.
    func upgrade(_ setUp: @escaping (any Channel) throws -> Void) {
        guard let context else { return }
        phase = .upgrading
        deadline.stop()
        exchange = nil
        arrivals = []
        let handlers = context.pipeline.syncOperations
        front.place = .beyond
        handlers.removeHandler(front, promise: nil)
        guard
            let decoder = try? handlers.context(
                handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self)
        else { return context.close(promise: nil) }
        handlers.removeHandler(context: decoder).assumeIsolated().whenComplete { [self] _ in
            guard phase == .upgrading else { return }
            do {
                try setUp(context.channel)
            } catch {
                return context.close(promise: nil)
            }
            for bytes in early { context.fireChannelRead(bytes) }
            if !early.isEmpty { context.fireChannelReadComplete() }
            if inputEnded { context.fireUserInboundEventTriggered(ChannelEvent.inputClosed) }
            if isDraining { context.fireUserInboundEventTriggered(Drain()) }
            handlers.removeHandler(context: context, promise: nil)
        }
    }
}
