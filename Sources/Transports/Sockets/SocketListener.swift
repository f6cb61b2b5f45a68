import JSONRPC
import Logging
import NIOCore
import NIOPosix

/// A socket that takes connections in.
struct SocketListener: Sendable {
    /// As bound: with the port that the kernel picked.
    let address: ServerAddress
    private let channel: any Channel
    private let file: UnixSocketFile?

    /// What is done with each connection that may be one, on its event loop.
    typealias Accept = @Sendable (any Channel, ConnectionKind) throws -> Void

    /// Listens on a Unix socket for processes of the same user.
    static func unix(
        path: String, group: any EventLoopGroup, logger: Logger, accept: @escaping Accept
    ) async throws -> SocketListener {
        let listening = try UnixSocketFile.listen(at: path)
        let file = listening.file
        let socket = listening.releaseSocket()
        let ownUserID = geteuid()
        let bootstrap = bootstrap(group: group) { channel in
            PeerCredentials.of(channel).flatMapThrowing { peer in
                guard peer.userID == ownUserID else {
                    logger.warning("refused a client of user \(peer.userID) on \(path)")
                    throw TransportError.stream(Errno(EACCES))
                }
                try accept(channel, .unix)
            }
        }
        do {
            let channel = try await bootstrap.withBoundSocket(socket).get()
            return SocketListener(address: .unix(path: path), channel: channel, file: file)
        } catch {
            file.remove()
            throw error
        }
    }

    /// Listens on TCP.
    ///
    /// - Throws: ``TransportError/remoteNotAllowed(host:)`` before anything is bound, if the address
    ///   is not a loopback one and `allowsRemote` is false.
    static func tcp(
        _ requested: HostAndPort, allowsRemote: Bool, group: any EventLoopGroup,
        accept: @escaping Accept
    ) async throws -> SocketListener {
        let address = try await DedicatedThread.run { () throws(TransportError) in
            try requested.resolved()
        }
        guard allowsRemote || address.isLoopback else {
            throw TransportError.remoteNotAllowed(host: requested.host)
        }
        let bootstrap = bootstrap(group: group) { channel in
            channel.eventLoop.makeCompletedFuture { try accept(channel, .tcp) }
        }
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        do {
            let channel = try await bootstrap.bind(to: address).get()
            let bound = HostAndPort(
                host: channel.localAddress?.ipAddress ?? requested.host,
                port: channel.localAddress?.port ?? requested.port)
            return SocketListener(address: .tcp(bound), channel: channel, file: nil)
        } catch let error as IOError {
            throw TransportError.couldNotListen(on: "\(requested)", Errno(error.errnoCode))
        }
    }

    /// Takes no more connections, and removes the socket's file.
    func close() async {
        // First the file: who finds it must find a listener behind it.
        file?.remove()
        try? await channel.close().get()
    }

    private static func bootstrap(
        group: any EventLoopGroup,
        initializer: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) -> ServerBootstrap {
        ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 128)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            // The handler reads when its connection wants input; the end of the input comes apart
            // from bytes, as the handler relies on.
            .childChannelOption(.autoRead, value: false)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelInitializer(initializer)
    }
}
