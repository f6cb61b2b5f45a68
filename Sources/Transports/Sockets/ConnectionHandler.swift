import JSONRPC
import NIOCore
import Synchronization

/// Moves bytes between one socket and its connection.
///
/// It reads only while the connection wants input, and writes only while the socket takes output,
/// several frames at once if they are ready.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// How long a client has to read its last response after the connection ends.
    ///
    /// Closing at once, with unread bytes from the client, would reset a TCP connection and lose
    /// the response.
    private static let lingerTime = TimeAmount.seconds(1)

    private enum Phase {
        case open
        /// All output has been passed to the socket, which closes once it is written.
        case finishing
        /// Our side is closed; input is read and discarded.
        case lingering
        case closed
    }

    private let connection: ServerConnection
    private let doorbell: Doorbell
    private var phase = Phase.open
    private var hasInput = true
    private var isReading = false
    /// Whether bytes have arrived since the last ``channelReadComplete(context:)``.
    private var hasRead = false
    private var timer: FrameTimer
    private var timerTask: Scheduled<Void>?
    /// Nil once the client has authenticated, or if it need not.
    private var entrance: Entrance?
    private var entranceTask: Scheduled<Void>?

    init(
        connection: ServerConnection, doorbell: Doorbell, idleFrameTimeout: Duration,
        entrance: Entrance? = nil
    ) {
        self.connection = connection
        self.doorbell = doorbell
        self.entrance = entrance
        timer = FrameTimer(timeout: idleFrameTimeout)
    }

    func channelActive(context: ChannelHandlerContext) {
        if let entrance {
            entranceTask = context.eventLoop.assumeIsolated().scheduleTask(
                in: TimeAmount(entrance.time)
            ) { [self] in
                doorbell.withoutRinging { connection.gateTimedOut() }
                update(context)
            }
        }
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
        // At the end of the input SwiftNIO calls this too, and then closes the input. If a write
        // failed in between, it would close the channel, and SwiftNIO would trap.
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

    /// Also called after a reset or a broken pipe, when SwiftNIO closes the channel by itself.
    func channelInactive(context: ChannelHandlerContext) {
        phase = .closed
        timerTask?.cancel()
        entranceTask?.cancel()
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

    /// Does what the connection needs: write, read, set the timer, close.
    private func update(_ context: ChannelHandlerContext) {
        if let entrance, !connection.isGated {
            entrance.passed()
            entranceTask?.cancel()
            self.entrance = nil
        }
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

    /// Writes whole frames, and reports to the connection when the socket has taken them.
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
        guard hasInput, !doorbell.closesWithoutLingering.load(ordering: .acquiring) else {
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
