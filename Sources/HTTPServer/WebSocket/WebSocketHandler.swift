package import NIOCore

/// An inbound event after each read that leaves a frame or a message under way of which nothing was
/// passed on, and after the read that ends this. So the handler above can time what it does not see.
package struct WebSocketBeginning: Hashable, Sendable {
    package let isUnderWay: Bool
}

/// Speaks RFC 6455 below a handler that sends and receives whole messages or parts of them.
///
/// It answers pings and sends its own, and does the closing handshake for both sides. The channel
/// does not read by itself: the handler above asks for each read, and this one repeats those that
/// brought it nothing. Once it has sent a close frame, it passes on nothing in either direction.
package final class WebSocketHandler<Codec: WebSocketCodec>: ChannelDuplexHandler {
    package typealias InboundIn = ByteBuffer
    package typealias InboundOut = Codec.Inbound
    package typealias OutboundIn = Codec.Outbound
    package typealias OutboundOut = ByteBuffer

    /// Between pings; also how long a client has to answer one.
    private static var pingTime: TimeAmount { .seconds(30) }
    /// How long a client has to close the connection after a close frame.
    private static var closingTime: TimeAmount { .seconds(1) }

    private var decoder: WebSocketDecoder
    private var codec: Codec
    private var isOpen = true
    private var timer: Scheduled<Void>?
    /// Whether a part of the message under way was passed on.
    private var isMessagePassedOn = false
    private var beginning = WebSocketBeginning(isUnderWay: false)

    private var hasRead = false
    private var hasPassedOn = false
    /// Whether the handler above wants input.
    private var isReading = false

    /// The payload of the client's last ping, while an earlier pong is being written. A client that
    /// sends pings and reads nothing must not fill the memory; section 5.5.3 asks for no more.
    private var pong: ByteBuffer?
    private var isWritingPong = false

    private var awaitsPong = false
    /// Whether a pong may have been late since the last ping, because it had to follow a long frame
    /// or the handler above wanted no input.
    private var mayBeLate = false
    /// The bytes that the socket had not taken when the last ping was written.
    private var unsent = 0

    init(_ codec: Codec, maximumMessageBytes: Int) {
        self.codec = codec
        decoder = WebSocketDecoder(maximumMessageBytes: maximumMessageBytes)
    }

    package func handlerAdded(context: ChannelHandlerContext) {
        schedule(in: Self.pingTime, context) { $0.sendPing($1) }
    }

    package func channelInactive(context: ChannelHandlerContext) {
        isOpen = false
        timer?.cancel()
        context.fireChannelInactive()
    }

    private func schedule(
        in time: TimeAmount, _ context: ChannelHandlerContext,
        _ action: @escaping (WebSocketHandler, ChannelHandlerContext) -> Void
    ) {
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { action(self, context) }
    }
}

/// Input.
extension WebSocketHandler {
    package func read(context: ChannelHandlerContext) {
        isReading = true
        context.read()
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        hasRead = true
        var bytes = unwrapInboundIn(data)
        do throws(WebSocketClosing) {
            while isOpen, let event = try decoder.next(from: &bytes) {
                switch event {
                case .data(let part):
                    let input = try codec.decode(part)
                    isMessagePassedOn = !part.endsMessage && (isMessagePassedOn || input != nil)
                    guard let input else { continue }
                    hasPassedOn = true
                    context.fireChannelRead(wrapInboundOut(input))
                case .ping(let payload):
                    pong = payload
                    writePong(context)
                case .pong: awaitsPong = false
                case .close(let code):
                    close(WebSocketClosing(code ?? 1000), context)
                    codec.clientClosed()
                }
            }
        } catch {
            close(error, context)
        }
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        // At the end of the input SwiftNIO calls this without a read.
        guard hasRead else { return context.fireChannelReadComplete() }
        hasRead = false
        if hasPassedOn {
            hasPassedOn = false
            isReading = false
            context.fireChannelReadComplete()
            if !isReading { mayBeLate = true }
        } else {
            context.read()
        }
        if decoder.isMidFrame { mayBeLate = true }
        if !isOpen { context.read() }
        let last = beginning
        beginning = WebSocketBeginning(
            isUnderWay: isOpen && decoder.isUnfinished && !isMessagePassedOn)
        if last.isUnderWay || beginning.isUnderWay {
            context.fireUserInboundEventTriggered(beginning)
        }
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case ChannelEvent.inputClosed = event else {
            return context.fireUserInboundEventTriggered(event)
        }
        // A WebSocket has no half-close: without a close frame, the client has gone.
        context.close(promise: nil)
    }
}

/// Output.
extension WebSocketHandler {
    package func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        guard isOpen else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        var frames = ByteBuffer()
        codec.encode(unwrapOutboundIn(data), to: &frames)
        context.write(wrapOutboundOut(frames), promise: promise)
    }

    private func writePong(_ context: ChannelHandlerContext) {
        guard isOpen, !isWritingPong, let payload = pong else { return }
        pong = nil
        isWritingPong = true
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenSuccess { [self] in
            isWritingPong = false
            writePong(context)
        }
        write(.pong, payload, context, promise: written)
    }

    /// Sends a ping, unless the pong to the one before is missing for no reason.
    private func sendPing(_ context: ChannelHandlerContext) {
        if awaitsPong {
            let isSlowReader = bufferedBytes(context) < unsent
            let isHeldUp = bufferedBytes(context) == 0 && (mayBeLate || !isReading)
            guard isSlowReader || isHeldUp else {
                return close(WebSocketClosing(1011, "no pong has arrived"), context)
            }
        }
        awaitsPong = true
        mayBeLate = false
        write(.ping, ByteBuffer(), context)
        unsent = bufferedBytes(context)
        schedule(in: Self.pingTime, context) { $0.sendPing($1) }
    }

    private func write(
        _ opcode: WebSocketOpcode, _ payload: ByteBuffer, _ context: ChannelHandlerContext,
        promise: EventLoopPromise<Void>? = nil
    ) {
        var frame = ByteBuffer()
        payload.withUnsafeReadableBytes { WebSocketEncoder.append(opcode, $0, to: &frame) }
        context.writeAndFlush(wrapOutboundOut(frame), promise: promise)
    }

    private func bufferedBytes(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
}

/// The end.
extension WebSocketHandler {
    package func close(
        context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?
    ) {
        // A client that reads nothing gets no close frame.
        guard context.channel.isActive, context.channel.isWritable else {
            return context.close(mode: mode, promise: promise)
        }
        close(codec.closing, context)
        context.channel.closeFuture.cascade(to: promise)
    }

    /// Sends a close frame and lets the client close the connection, but does not wait long. If this
    /// side closed it at once, with bytes of the client unread, the close frame would be lost.
    private func close(_ closing: WebSocketClosing, _ context: ChannelHandlerContext) {
        guard isOpen else { return }
        isOpen = false
        var body = ByteBuffer(integer: closing.code)
        body.writeString(closing.reason)
        write(.close, body, context)
        context.close(mode: .output, promise: nil)
        schedule(in: Self.closingTime, context) { $1.close(promise: nil) }
        context.read()
    }
}

extension Channel {
    /// Serves a WebSocket, whose handshake is done. On the channel's event loop, and once it is active.
    ///
    /// - Parameter handler: becomes active with this call. The channel must not read by itself.
    package func serveWebSocket<Codec: WebSocketCodec>(
        _ codec: Codec, maximumMessageBytes: Int, to handler: some ChannelHandler
    ) throws {
        let webSocket = WebSocketHandler(codec, maximumMessageBytes: maximumMessageBytes)
        let handlers = pipeline.syncOperations
        try handlers.addHandlers(webSocket, handler)
        try handlers.context(handler: webSocket).fireChannelActive()
    }
}
