import NIOCore
import Synchronization

/// The connections of a listener, from their acceptance until they are closed.
///
/// It sees them on the listener's event loop, before they move to their own, so that none is
/// missed.
final class OpenConnections: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var emptyWaiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func add(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        state.withLock { $0.channels[id] = channel }
        channel.closeFuture.whenComplete { _ in self.remove(id) }
    }

    /// Closes all connections and returns when they are closed. Called once, after the listener is
    /// closed.
    func close() async {
        for channel in state.withLock({ Array($0.channels.values) }) {
            channel.close(promise: nil)
        }
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if !state.channels.isEmpty { state.emptyWaiter = continuation }
                return state.channels.isEmpty
            }
            if isEmpty { continuation.resume() }
        }
    }

    private func remove(_ id: ObjectIdentifier) {
        let waiter = state.withLock { state in
            state.channels[id] = nil
            return state.channels.isEmpty ? state.emptyWaiter.take() : nil
        }
        waiter?.resume()
    }
}

/// Reports each connection that a listener accepts.
final class AcceptedHandler: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    private let connections: OpenConnections

    init(_ connections: OpenConnections) {
        self.connections = connections
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        connections.add(unwrapInboundIn(data))
        context.fireChannelRead(data)
    }
}
