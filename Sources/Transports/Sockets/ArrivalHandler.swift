import Logging
import NIOCore
import LinuxSystem

/// Why a listener accepts nothing. Further clients wait in the kernel's queue.
struct AcceptHolds: OptionSet, Hashable {
    let rawValue: Int

    /// The server looks whether it is idle.
    static let paused = AcceptHolds(rawValue: 1)
    /// Accepting has failed a moment ago.
    static let resting = AcceptHolds(rawValue: 2)
    /// There is no room for another connection.
    static let full = AcceptHolds(rawValue: 4)
}

/// Counts accepted connections, and accepts none while there is a reason not to.
///
/// It alone sets the listener's `autoRead`.
final class ArrivalHandler: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel
    typealias OutboundIn = Never

    /// An outbound event: whether the listener is paused.
    struct Pause: Sendable {
        let isOn: Bool
    }

    /// The time without attempts after one that failed.
    private static let rest = TimeAmount.seconds(1)

    private let arrivals: Arrivals
    private let kind: ConnectionKind
    private let logger: Logger
    private var holds: AcceptHolds = []

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
                if handler.holds.contains(.full) { handler.update(context) }
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
        update(context)
        if holds.isEmpty { context.read() }
    }

    func triggerUserOutboundEvent(
        context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
        guard let pause = event as? Pause else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        set(.paused, pause.isOn, context)
        promise?.succeed()
    }

    /// Nothing is accepted for a while if the system lacks something, usually descriptors. Other
    /// errors are of one client.
    ///
    /// SwiftNIO's `AcceptBackoffHandler` delays the next read, but the one that failed goes on: as
    /// long as a client waits, it is tried again at once, and takes a whole processor.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = (error as? IOError).map({ Errno($0.errnoCode) }) {
            if error.isShortage {
                logger.warning("cannot accept connections for the moment: \(error)")
                rest(context)
            } else {
                logger.warning("cannot accept a connection: \(error)")
            }
        }
        context.fireErrorCaught(error)
    }

    private func rest(_ context: ChannelHandlerContext) {
        guard !holds.contains(.resting) else { return }
        set(.resting, true, context)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.rest) {
            self.set(.resting, false, context)
        }
    }

    private func set(_ hold: AcceptHolds, _ isOn: Bool, _ context: ChannelHandlerContext) {
        if isOn { holds.insert(hold) } else { holds.remove(hold) }
        update(context)
    }

    /// Looks whether there is room, and accepts if nothing speaks against it.
    private func update(_ context: ChannelHandlerContext) {
        if arrivals.hasRoom { holds.remove(.full) } else { holds.insert(.full) }
        // Of a closed listener it cannot be set.
        try? context.channel.syncOptions?.setOption(.autoRead, value: holds.isEmpty)
    }
}
