package import NIOCore
import NIOPosix
import Synchronization

/// A listener on TCP with its connections.
package struct HTTPListener: Sendable {
    /// The bound address, with the port that the kernel chose.
    package let address: SocketAddress
    private let channel: any Channel
    private let connections: Connections

    /// - Parameter service: called for each connection, with the bound address.
    package static func start(
        host: String, port: Int, group: any EventLoopGroup,
        _ service: @escaping @Sendable (SocketAddress) -> HTTPService
    ) async throws -> HTTPListener {
        let connections = Connections()
        let channel = try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.autoRead, value: false)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    guard let address = channel.localAddress else {
                        throw ChannelError.alreadyClosed
                    }
                    try connections.add(channel)
                    try HTTPConnectionHandler.add(to: channel, service(address), name: "http")
                }
            }
            .bind(host: host, port: port).get()
        guard let address = channel.localAddress else { throw ChannelError.alreadyClosed }
        return HTTPListener(address: address, channel: channel, connections: connections)
    }

    /// Closes the listener and all connections, and returns when they are closed.
    package func stop() async {
        // Fails only if it has been stopped before.
        try? await channel.close()
        await connections.close()
    }
}

/// The open connections of a listener.
private final class Connections: Sendable {
    /// Nil after the listener has been closed.
    private let channels = Mutex<[ObjectIdentifier: any Channel]?>([:])

    /// - Throws: if the listener has been closed.
    func add(_ channel: any Channel) throws {
        let id = ObjectIdentifier(channel)
        try channels.withLock {
            guard $0 != nil else { throw ChannelError.alreadyClosed }
            $0?[id] = channel
        }
        channel.closeFuture.whenComplete { _ in self.channels.withLock { $0?[id] = nil } }
    }

    func close() async {
        let open = channels.withLock { $0.take() ?? [:] }.values
        for channel in open { channel.close(promise: nil) }
        for channel in open { try? await channel.closeFuture.get() }
    }
}
