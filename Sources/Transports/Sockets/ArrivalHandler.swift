import Logging
import NIOCore
import LinuxSystem

/// Counts accepted connections, and accepts no more than there is room for.
///
/// Further clients wait in the kernel's queue.
final class ArrivalHandler: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel
    typealias OutboundIn = Never

    /// The time without attempts after one that failed.
    private static let pause = TimeAmount.seconds(1)

    private let arrivals: Arrivals
    private let kind: ConnectionKind
    private let logger: Logger
    private var isHeldBack = false

    init(_ arrivals: Arrivals, of kind: ConnectionKind, logger: Logger) {
        self.arrivals = arrivals
        self.kind = kind
        self.logger = logger
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        let eventLoop = context.eventLoop
        arrivals.addListener {
            eventLoop.execute {
                let (handler, context) = bound.value
                handler.goOn(context)
            }
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = unwrapInboundIn(data)
        let id = ObjectIdentifier(channel)
        if kind == .tcp {
            arrivals.opened(stranger: id) { channel.close(promise: nil) }
        } else {
            arrivals.opened()
        }
        channel.closeFuture.whenComplete { [arrivals] _ in arrivals.closed(id) }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        if arrivals.hasRoom {
            context.read()
        } else {
            isHeldBack = true
        }
    }

    /// Usually there are no descriptors left. Nothing is accepted for a while.
    ///
    /// SwiftNIO's `AcceptBackoffHandler` delays the next read, but the one that failed goes on: as
    /// long as a client waits, it is tried again at once, and takes a whole processor.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? IOError {
            logger.warning("cannot accept connections for the moment: \(Errno(error.errnoCode))")
            let channel = context.channel
            try? channel.syncOptions?.setOption(.autoRead, value: false)
            context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
                try? channel.syncOptions?.setOption(.autoRead, value: true)
            }
        }
        context.fireErrorCaught(error)
    }

    private func goOn(_ context: ChannelHandlerContext) {
        guard isHeldBack, context.channel.isActive, arrivals.hasRoom else { return }
        isHeldBack = false
        context.read()
    }
}
