import LinuxSystem
import Logging
import NIOCore

/// Adds accepted connections to the server's set, and accepts none while there is a reason not to.
///
/// It alone sets the listener's `autoRead`. Clients that are not accepted wait in the kernel's queue.
final class ListenerHandler: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel
    typealias OutboundIn = Never

    /// An outbound event: whether the listener is paused, because the server looks whether it is idle.
    struct Pause: Sendable {
        let isOn: Bool
    }

    /// The time without attempts after one that failed.
    private static let rest = TimeAmount.seconds(1)

    private let connections: ConnectionSet
    private let kind: ConnectionKind
    private let logger: Logger
    private var isPaused = false
    private var isResting = false

    init(_ connections: ConnectionSet, of kind: ConnectionKind, logger: Logger) {
        self.connections = connections
        self.kind = kind
        self.logger = logger
    }

    private var accepts: Bool { !isPaused && !isResting && connections.hasRoom }

    func handlerAdded(context: ChannelHandlerContext) {
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        let eventLoop = context.eventLoop
        connections.addListener {
            eventLoop.execute { bound.value.handler.update(bound.value.context) }
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = unwrapInboundIn(data)
        let id = ObjectIdentifier(channel)
        connections.add(id, kind) { channel.close(promise: nil) }
        channel.closeFuture.whenComplete { [connections] _ in connections.close(id) }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        update(context)
        if accepts { context.read() }
    }

    func triggerUserOutboundEvent(
        context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
        guard let pause = event as? Pause else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        isPaused = pause.isOn
        update(context)
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
        guard !isResting else { return }
        isResting = true
        update(context)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.rest) {
            self.isResting = false
            self.update(context)
        }
    }

    private func update(_ context: ChannelHandlerContext) {
        // Of a closed listener it cannot be set.
        try? context.channel.syncOptions?.setOption(.autoRead, value: accepts)
    }
}
