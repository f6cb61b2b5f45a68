import NIOCore
import Synchronization

/// The connections of a listener, from their acceptance until they are closed.
///
/// It sees them on the listener's event loop, before they move to their own, so that none is
/// missed.
final class OpenConnections: Sendable {
    private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

    func add(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        channels.withLock { $0[id] = channel }
        channel.closeFuture.whenComplete { _ in
            self.channels.withLock { $0[id] = nil }
        }
    }

    /// Closes all connections and returns when they are closed. Called after the listener is
    /// closed.
    func close() async {
        let open = channels.withLock { Array($0.values) }
        for channel in open { channel.close(promise: nil) }
        for channel in open { try? await channel.closeFuture.get() }
    }
}
