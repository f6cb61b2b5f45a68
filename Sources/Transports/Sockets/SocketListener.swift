import Glibc
import JSONRPC
import Logging
import NIOCore
import NIOPosix

/// A socket that takes connections in.
struct SocketListener: Sendable {
    /// What is done with each connection that may be one, on its event loop.
    typealias Accept = @Sendable (any Channel, ConnectionKind) throws -> Void

    /// What the listeners of one server share.
    struct Shared: Sendable {
        let group: any EventLoopGroup
        let arrivals: Arrivals
        let logger: Logger
        /// Whether TCP may be listened on at an address that other machines can reach.
        let allowsRemote: Bool
        /// Whose processes may use Unix sockets.
        let userID: uid_t
        let accept: Accept
    }

    /// As bound: with the port that the kernel picked.
    let address: ServerAddress
    private let channel: any Channel
    private let file: UnixSocketFile?

    /// Listens on a Unix socket for processes of the same user.
    static func unix(path: String, _ shared: Shared) async throws -> SocketListener {
        let listening = try UnixSocketFile.listen(at: path)
        if let others = listening.directory.others(than: shared.userID, of: getegid()) {
            shared.logger.warning(
                "\(others) could replace \(path); choose a directory of your own")
        }
        let file = listening.file
        let socket = listening.releaseSocket()
        do {
            let channel = try await unixBootstrap(path, shared).withBoundSocket(socket).get()
            return SocketListener(address: .unix(path: path), channel: channel, file: file)
        } catch {
            file.remove()
            throw error
        }
    }

    /// Listens on TCP.
    ///
    /// - Throws: ``TransportError/remoteNotAllowed(host:)`` before anything is bound, if the address
    ///   is not a loopback one and that is not allowed.
    static func tcp(_ requested: HostAndPort, _ shared: Shared) async throws -> SocketListener {
        let address = try await DedicatedThread.run { () throws(TransportError) in
            try requested.resolved()
        }
        guard shared.allowsRemote || address.isLoopback else {
            throw TransportError.remoteNotAllowed(host: requested.host)
        }
        let bootstrap = tcpBootstrap(shared)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        do {
            let channel = try await bootstrap.bind(to: address).get()
            let bound = HostAndPort(channel.localAddress) ?? requested
            return SocketListener(address: .tcp(bound), channel: channel, file: nil)
        } catch let error as IOError {
            throw TransportError.couldNotListen(on: "\(requested)", Errno(error.errnoCode))
        }
    }

    /// Serves a socket that somebody else listens on, under the rules for one of our own.
    ///
    /// - Throws: ``TransportError/remoteNotAllowed(host:)``
    static func inherited(
        _ socket: InheritedSocket, _ shared: Shared
    ) async throws -> SocketListener {
        let address: ServerAddress
        let bootstrap: ServerBootstrap
        switch socket.kind {
        case .unix(let path):
            if socket.isOpenToOthers {
                shared.logger.warning(
                    "\(path) can be opened by others, who are refused; set SocketMode=0600")
            }
            address = .unix(path: path)
            bootstrap = unixBootstrap(path, shared)
        case .tcp(let bound):
            guard let hostAndPort = HostAndPort(bound), shared.allowsRemote || bound.isLoopback
            else { throw TransportError.remoteNotAllowed(host: bound.ipAddress ?? "\(bound)") }
            address = .tcp(hostAndPort)
            bootstrap = tcpBootstrap(shared)
        }
        let channel = try await bootstrap.withBoundSocket(socket.descriptor).get()
        return SocketListener(address: address, channel: channel, file: nil)
    }

    /// Leaves who comes in the kernel's queue, until ``resume()``.
    func pause() async {
        try? await channel.setOption(.autoRead, value: false).get()
    }

    func resume() async {
        try? await channel.setOption(.autoRead, value: true).get()
    }

    /// Takes no more connections, and removes the file of a socket that was made here.
    func close() async {
        // First the file: who finds it must find a listener behind it.
        file?.remove()
        try? await channel.close().get()
    }
}

extension SocketListener {
    /// For a Unix socket: whose clients must be processes of the same user.
    private static func unixBootstrap(_ path: String, _ shared: Shared) -> ServerBootstrap {
        bootstrap(shared) { channel in
            PeerCredentials.of(channel).flatMapThrowing { peer in
                guard peer.userID == shared.userID else {
                    shared.logger.warning("refused a client of user \(peer.userID) on \(path)")
                    throw TransportError.stream(Errno(EACCES))
                }
                try shared.accept(channel, .unix)
            }
        }
    }

    private static func tcpBootstrap(_ shared: Shared) -> ServerBootstrap {
        bootstrap(shared) { channel in
            channel.eventLoop.makeCompletedFuture { try shared.accept(channel, .tcp) }
        }
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
    }

    private static func bootstrap(
        _ shared: Shared,
        initializer: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) -> ServerBootstrap {
        ServerBootstrap(group: shared.group)
            .serverChannelOption(.backlog, value: 128)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    // Without it, accepting would be tried again at once while there are no
                    // descriptors: a loop that takes a whole processor.
                    try channel.pipeline.syncOperations.addHandlers(
                        AcceptBackoffHandler(),
                        ArrivalHandler(shared.arrivals, logger: shared.logger))
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            // The handler reads when its connection wants input; the end of the input comes apart
            // from bytes, as the handler relies on.
            .childChannelOption(.autoRead, value: false)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelInitializer(initializer)
    }
}
