import JSONRPC
import NIOCore

/// Carries the bytes of one socket to its connection and back.
///
/// It reads only while the connection wants input, and writes only while the socket takes output,
/// several frames at once where they are ready.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// How long a client that is cut off may take to read its last answer.
    ///
    /// Closing at once, with bytes of the client still unread, would reset a TCP connection and
    /// lose the answer.
    private static let lingerTime = TimeAmount.seconds(1)

    private enum Phase {
        case open
        /// Everything is handed to the socket; it closes when that is written.
        case finishing
        /// Our side is closed, the client's is read and thrown away.
        case lingering
        case closed
    }

    private let connection: ServerConnection
    private let doorbell: Doorbell
    private var phase = Phase.open
    private var hasInput = true
    private var isReading = false
    /// Whether bytes have come since the last ``channelReadComplete(context:)``.
    private var hasRead = false
    private var timer: FrameTimer
    private var timerTask: Scheduled<Void>?

    init(connection: ServerConnection, doorbell: Doorbell, idleFrameTimeout: Duration) {
        self.connection = connection
        self.doorbell = doorbell
        timer = FrameTimer(timeout: idleFrameTimeout)
    }

    func channelActive(context: ChannelHandlerContext) {
        update(context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        hasRead = true
        guard phase == .open else { return }
        let bytes = unwrapInboundIn(data)
        doorbell.withoutRinging { connection.receive(bytes.readableBytesView) }
        timer.received()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        // At the end of the input SwiftNIO calls this too, then sets about closing the input. A
        // write that fails in between would close the channel under its feet, where it traps.
        guard hasRead else { return }
        hasRead = false
        update(context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is Doorbell.Rang:
            update(context)
        case ChannelEvent.inputClosed:
            inputClosed(context)
        default:
            context.fireUserInboundEventTriggered(event)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        update(context)
    }

    /// Also after a reset or a broken pipe, on which SwiftNIO closes the channel by itself.
    func channelInactive(context: ChannelHandlerContext) {
        phase = .closed
        timerTask?.cancel()
    }

    private func inputClosed(_ context: ChannelHandlerContext) {
        hasInput = false
        if phase == .lingering {
            context.close(promise: nil)
        } else {
            doorbell.withoutRinging { connection.inputEnded() }
            update(context)
        }
    }

    /// Does what the connection wants done: write, read, watch the clock, close.
    private func update(_ context: ChannelHandlerContext) {
        flush(context)
        switch phase {
        case .open where hasInput && connection.wantsInput:
            read(context)
        case .open:
            break
        case .lingering:
            read(context)
        case .finishing, .closed:
            return
        }
        scheduleTimer(context)
    }

    private func read(_ context: ChannelHandlerContext) {
        guard !isReading else { return }
        isReading = true
        context.read()
    }

    private func flush(_ context: ChannelHandlerContext) {
        while phase == .open, context.channel.isWritable {
            let output = connection.takeOutput()
            if output.closes { phase = .finishing }
            guard !output.bytes.isEmpty || output.closes else { return }
            write(output.bytes, context)
        }
    }

    /// Writes whole frames, and tells the connection when the socket has taken them.
    private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        let isLast = phase == .finishing
        let written = context.eventLoop.makePromise(of: Void.self)
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        let count = bytes.count
        written.futureResult.whenSuccess {
            let (handler, context) = bound.value
            handler.doorbell.withoutRinging { handler.connection.outputDrained(count) }
            if isLast { handler.finish(context) } else { handler.update(context) }
        }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: written)
    }

    /// Closes when everything is written; see ``lingerTime``.
    private func finish(_ context: ChannelHandlerContext) {
        guard phase == .finishing else { return }
        guard hasInput, !doorbell.isHurried.load(ordering: .acquiring) else {
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

    /// Sets one alarm for the frame under way; a frame that goes on only moves the deadline.
    private func scheduleTimer(_ context: ChannelHandlerContext) {
        guard phase == .open else { return }
        timer.observe(isMidFrame: connection.isMidFrame, at: .now)
        guard timerTask == nil, let remaining = timer.remaining(at: .now) else { return }
        timerTask = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(remaining)) {
            [self] in
            timerTask = nil
            guard phase == .open else { return }
            if timer.remaining(at: .now) == .zero {
                doorbell.withoutRinging { connection.frameTimedOut() }
            }
            update(context)
        }
    }
}
