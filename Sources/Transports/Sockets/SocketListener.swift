import Glibc
import JSONRPC
import Logging
import NIOCore
import NIOPosix
import LinuxSystem

/// A socket that accepts connections.
struct SocketListener: Sendable {
    /// Called on its event loop for each accepted connection.
    typealias Accept = @Sendable (any Channel, ConnectionKind) throws -> Void

    /// State that the listeners of one server share.
    struct Shared: Sendable {
        let group: any EventLoopGroup
        let connections: ConnectionSet
        let logger: Logger
        /// Whether TCP may listen on an address that other machines can reach.
        let allowsRemote: Bool
        /// The user whose processes may use Unix sockets.
        let userID: uid_t
        let accept: Accept

        /// Warns of an address that other machines can reach.
        func mayListen(on address: SocketAddress) -> Bool {
            if address.isLoopback { return true }
            guard allowsRemote else { return false }
            logger.warning(
                """
                the client secret and all responses cross the network unencrypted, because clients of \
                \(address.ipAddress ?? "this address") may be on other machines; use a tunnel
                """)
            return true
        }
    }

    /// The bound address, with the port that the kernel chose.
    let address: ServerAddress
    let kind: ConnectionKind
    private let channel: any Channel
    /// Nil unless the server made the socket.
    let file: UnixSocketFile?

    /// Listens on a Unix socket for processes of the same user.
    static func unix(
        path: String, _ kind: ConnectionKind, _ shared: Shared
    ) async throws -> SocketListener {
        let (file, socket) = try await listen(at: path)
        if let others = file.directory.others(than: shared.userID, of: getegid()) {
            shared.logger.warning(
                "\(others) could replace \(path); choose a directory of your own")
        }
        do {
            let channel = try await unixBootstrap(path, kind, shared).withBoundSocket(socket).get()
            return SocketListener(
                address: kind.address(path: path), kind: kind, channel: channel, file: file)
        } catch {
            file.remove()
            throw error
        }
    }

    /// Waits for the lock of the socket's directory, but not for long.
    ///
    /// A server holds it for milliseconds. Any user who may read the directory can hold it for
    /// ever.
    private static func listen(
        at path: String
    ) async throws(TransportError) -> (file: UnixSocketFile, socket: CInt) {
        for _ in 0..<50 {
            do throws(TransportError) {
                return try UnixSocketFile.listen(at: path)
            } catch .couldNotListen(_, Errno(EWOULDBLOCK)) {
                try? await Task.sleep(for: .milliseconds(20))
            }
        }
        return try UnixSocketFile.listen(at: path, needsLock: false)
    }

    /// Listens on TCP.
    ///
    /// - Throws: ``TransportError/remoteNotAllowed(host:)`` before anything is bound, if the
    ///   address is not loopback and remote clients are not allowed.
    static func tcp(
        _ requested: HostAndPort, _ kind: ConnectionKind, _ shared: Shared
    ) async throws -> SocketListener {
        let address = try await DedicatedThread.run { () throws(TransportError) in
            try requested.resolved()
        }
        guard shared.mayListen(on: address) else {
            throw TransportError.remoteNotAllowed(host: requested.host)
        }
        let bootstrap = tcpBootstrap(kind, shared)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        do {
            let channel = try await bootstrap.bind(to: address).get()
            let bound = HostAndPort(channel.localAddress) ?? requested
            return SocketListener(
                address: kind.address(bound), kind: kind, channel: channel, file: nil)
        } catch let error as IOError {
            throw TransportError.couldNotListen(on: "\(requested)", Errno(error.errnoCode))
        }
    }

    /// Serves an inherited socket, under the rules for the server's own sockets.
    ///
    /// - Throws: ``TransportError/remoteNotAllowed(host:)``
    static func inherited(
        _ socket: InheritedSocket, _ shared: Shared
    ) async throws -> SocketListener {
        let kind: ConnectionKind
        let address: ServerAddress
        let bootstrap: ServerBootstrap
        switch socket.kind {
        case .unix(let path):
            if socket.isOpenToOthers {
                shared.logger.warning(
                    "\(path) can be opened by others, who are refused; set SocketMode=0600")
            }
            kind = socket.isHTTP ? .httpUnix : .unix
            address = kind.address(path: path)
            bootstrap = unixBootstrap(path, kind, shared)
        case .tcp(let bound):
            guard let hostAndPort = HostAndPort(bound), shared.mayListen(on: bound) else {
                throw TransportError.remoteNotAllowed(host: bound.ipAddress ?? "\(bound)")
            }
            kind = socket.isHTTP ? .http : .tcp
            address = kind.address(hostAndPort)
            bootstrap = tcpBootstrap(kind, shared)
        }
        let channel = try await bootstrap.withBoundSocket(socket.descriptor).get()
        return SocketListener(address: address, kind: kind, channel: channel, file: nil)
    }

    /// Leaves new clients in the kernel's queue, or accepts them again.
    func pause(_ isOn: Bool) async {
        try? await channel.triggerUserOutboundEvent(ListenerHandler.Pause(isOn: isOn)).get()
    }

    /// Accepts no more connections, and removes the file of the server's own socket.
    func close() async {
        // The file first: a client that finds it must find a listener behind it.
        file?.remove()
        try? await channel.close().get()
    }
}

extension SocketListener {
    /// For a Unix socket, whose clients must be processes of the same user.
    private static func unixBootstrap(
        _ path: String, _ kind: ConnectionKind, _ shared: Shared
    ) -> ServerBootstrap {
        bootstrap(kind, shared) { channel in
            PeerCredentials.of(channel).flatMapThrowing { peer in
                guard peer.userID == shared.userID else {
                    shared.logger.warning("refused a client of user \(peer.userID) on \(path)")
                    throw TransportError.stream(Errno(EACCES))
                }
                try shared.accept(channel, kind)
            }
        }
    }

    private static func tcpBootstrap(
        _ kind: ConnectionKind, _ shared: Shared
    ) -> ServerBootstrap {
        bootstrap(kind, shared) { channel in
            channel.eventLoop.makeCompletedFuture { try shared.accept(channel, kind) }
        }
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
    }

    private static func bootstrap(
        _ kind: ConnectionKind, _ shared: Shared,
        initializer: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) -> ServerBootstrap {
        ServerBootstrap(group: shared.group)
            .serverChannelOption(.backlog, value: 128)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        ListenerHandler(shared.connections, of: kind, logger: shared.logger))
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            // The handler reads when its connection wants input. The end of the input is reported
            // separately from bytes, as the handler requires.
            .childChannelOption(.autoRead, value: false)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelInitializer(initializer)
    }
}
