import Logging
import NIOCore

/// Counts what a listener accepts, and lets it accept no more than there is room for.
///
/// Whom there is no room for waits in the kernel's queue, unnoticed by those who are connected.
final class ArrivalHandler: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel
    typealias OutboundIn = Never

    private let arrivals: Arrivals
    private let logger: Logger
    private var isHeldBack = false

    init(_ arrivals: Arrivals, logger: Logger) {
        self.arrivals = arrivals
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
        arrivals.opened()
        unwrapInboundIn(data).closeFuture.whenComplete { [arrivals] _ in arrivals.closed() }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        if arrivals.hasRoom {
            context.read()
        } else {
            isHeldBack = true
        }
    }

    /// Mostly that there are no descriptors left, after which `AcceptBackoffHandler` waits.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? IOError {
            logger.warning("cannot accept connections for the moment: \(Errno(error.errnoCode))")
        }
        context.fireErrorCaught(error)
    }

    private func goOn(_ context: ChannelHandlerContext) {
        guard isHeldBack, context.channel.isActive, arrivals.hasRoom else { return }
        isHeldBack = false
        context.read()
    }
}
