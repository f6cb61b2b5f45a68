import HTTPServer
import JSONRPC
import NIOCore

/// Moves bytes between one socket and its connection.
///
/// It reads only while the connection wants input, and passes the next frames to the socket once the
/// socket has taken all earlier ones.
final class ConnectionHandler: ChannelInboundHandler {
    /// What other threads tell the handler, through the channel's pipeline.
    enum Notice: Sendable {
        /// The connection has something to do.
        case signal
        /// The server ends.
        case drain
    }

    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// How long a client has to read its last response after the connection ends.
    ///
    /// Closing at once, with unread bytes from the client, would reset a TCP connection and lose
    /// the response.
    private static let lingerTime = TimeAmount.seconds(1)

    private enum Phase {
        case open
        /// Our side is closed; input is read and discarded.
        case lingering
        case closed
    }

    private let connection: ServerConnection
    private var phase = Phase.open
    /// What the connection said last.
    private var step = ConnectionStep.start
    /// Frames that have not been passed to the socket.
    private var unwritten: [UInt8] = []
    /// Whether the socket has not taken all frames that were passed to it.
    private var isWriting = false
    private var hasInput = true
    private var isReading = false
    /// Whether bytes have arrived since the last ``channelReadComplete(context:)``.
    private var hasRead = false
    private var timer: FrameTimer
    private var timerTask: Scheduled<Void>?
    /// Whether a message has begun on a WebSocket of which nothing has reached the connection.
    private var hasUnseenBeginning = false
    /// How long the client may take to pass the gate.
    private let gateTime: Duration
    /// Called when the client has passed the gate, or if there is none; nil afterwards.
    private var passedGate: (@Sendable () -> Void)?
    private var gateTask: Scheduled<Void>?
    private var lingers = true

    init(
        _ connection: ServerConnection, idleFrameTimeout: Duration, gateTime: Duration,
        passedGate: @escaping @Sendable () -> Void
    ) {
        self.connection = connection
        self.gateTime = gateTime
        self.passedGate = passedGate
        timer = FrameTimer(timeout: idleFrameTimeout)
    }

    func channelActive(context: ChannelHandlerContext) {
        if connection.isGated {
            gateTask = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(gateTime)) {
                [self] in
                take(connection.gateTimedOut(), context)
            }
        }
        take(connection.nextStep(), context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        hasRead = true
        guard phase == .open else { return }
        let bytes = unwrapInboundIn(data)
        record(connection.receive(bytes.readableBytesView))
        timer.received(bytes.readableBytes, of: step.unfinishedBytes)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        // At the end of the input SwiftNIO calls this too, and then closes the input. If a write
        // failed in between, it would close the channel, and SwiftNIO would trap.
        guard hasRead else { return }
        hasRead = false
        update(context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case let notice as Notice:
            if case .drain = notice {
                lingers = false
                connection.drain()
                if phase == .lingering { return context.close(promise: nil) }
            }
            take(connection.nextStep(), context)
        case ChannelEvent.inputClosed:
            inputClosed(context)
        case let beginning as WebSocketBeginning:
            hasUnseenBeginning = beginning.isUnderWay
            if hasUnseenBeginning { timer.received(1, of: 1) }
            scheduleTimer(context)
        default:
            context.fireUserInboundEventTriggered(event)
        }
    }

    /// Also called after a reset or a broken pipe, when SwiftNIO closes the channel by itself.
    func channelInactive(context: ChannelHandlerContext) {
        phase = .closed
        timerTask?.cancel()
        gateTask?.cancel()
    }

    private func inputClosed(_ context: ChannelHandlerContext) {
        hasInput = false
        if phase == .lingering {
            context.close(promise: nil)
        } else {
            take(connection.inputEnded(), context)
        }
    }

    private func record(_ step: ConnectionStep) {
        self.step = step
        // Empty before, since the connection hands out nothing until all of it is written.
        if !step.write.isEmpty { unwritten = step.write }
        // Held here, a long result would be in memory twice while it is written.
        self.step.write = []
    }

    private func take(_ step: ConnectionStep, _ context: ChannelHandlerContext) {
        record(step)
        update(context)
    }

    /// Does what the connection needs: read, set the timer, write, close.
    private func update(_ context: ChannelHandlerContext) {
        if let passedGate, !connection.isGated {
            passedGate()
            gateTask?.cancel()
            self.passedGate = nil
        }
        switch phase {
        case .open where hasInput && step.wantsInput: read(context)
        case .open: break
        case .lingering: return read(context)
        case .closed: return
        }
        scheduleTimer(context)
        if !unwritten.isEmpty {
            write(context)
        } else if step.closes, !isWriting {
            finish(context)
        }
    }

    private func read(_ context: ChannelHandlerContext) {
        guard !isReading else { return }
        isReading = true
        context.read()
    }

    /// Writes whole frames, and reports to the connection when the socket has taken them.
    private func write(_ context: ChannelHandlerContext) {
        let bytes = unwritten
        unwritten = []
        isWriting = true
        let written = context.eventLoop.makePromise(of: Void.self)
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        let count = bytes.count
        written.futureResult.whenSuccess {
            let (handler, context) = bound.value
            handler.isWriting = false
            handler.take(handler.connection.outputDrained(count), context)
        }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: written)
    }

    /// Closes when everything is written; see ``lingerTime``.
    private func finish(_ context: ChannelHandlerContext) {
        guard hasInput, lingers else {
            return context.close(promise: nil)
        }
        phase = .lingering
        timerTask?.cancel()
        context.close(mode: .output, promise: nil)
        timerTask = context.eventLoop.assumeIsolated().scheduleTask(in: Self.lingerTime) {
            context.close(promise: nil)
        }
        read(context)
    }

    /// Sets one timer for the frame under way. Further bytes of the frame only move its deadline.
    private func scheduleTimer(_ context: ChannelHandlerContext) {
        guard phase == .open else { return }
        let hasBegun = step.isMidFrame || (step.wantsInput && hasUnseenBeginning)
        timer.observe(isMidFrame: hasBegun, at: .now)
        guard timerTask == nil, let remaining = timer.remaining(at: .now) else { return }
        timerTask = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(remaining)) {
            [self] in
            timerTask = nil
            guard phase == .open else { return }
            if timer.remaining(at: .now) == .zero {
                // One byte stands for what the connection has not seen.
                if !step.isMidFrame { record(connection.receive([UInt8(ascii: ":")])) }
                take(connection.frameTimedOut(), context)
            } else {
                scheduleTimer(context)
            }
        }
    }
}
