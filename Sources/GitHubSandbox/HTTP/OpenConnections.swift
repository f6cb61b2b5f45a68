import NIOCore
import Synchronization

/// The open connections of a listener.
final class OpenConnections: Sendable {
    /// Nil after the listener has been closed.
    private let channels = Mutex<[ObjectIdentifier: any Channel]?>([:])

    /// - Throws: if the listener has been closed.
    func add(_ channel: any Channel) throws {
        let id = ObjectIdentifier(channel)
        try channels.withLock {
            guard $0 != nil else { throw ChannelError.alreadyClosed }
            $0?[id] = channel
        }
        channel.closeFuture.whenComplete { _ in
            self.channels.withLock { $0?[id] = nil }
        }
    }

    /// Closes all connections and returns when they are closed. Called after the listener is
    /// closed.
    func close() async {
        let open = channels.withLock { $0.take() ?? [:] }.values
        for channel in open { channel.close(promise: nil) }
        for channel in open { try? await channel.closeFuture.get() }
    }
}
