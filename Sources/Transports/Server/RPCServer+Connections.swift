import Glibc
import HTTPServer
import JSONRPC
import LinuxSystem
import NIOCore
import Synchronization

/// Listeners and connections.
extension RPCServer {
    /// Opens the sockets in the configuration, and adds each to `listeners`.
    func listen(
        _ listeners: inout [SocketListener], _ methods: MethodRegistry, _ http: HTTPExtension
    ) async throws {
        guard let group else { return }
        let router = configuration.hasHTTP ? router(methods, http) : HTTPRouter([])
        let authorizer = authorizer(http)
        let shared = SocketListener.Shared(
            group: group, connections: connections, logger: logger,
            allowsRemote: configuration.allowsRemote, userID: configuration.userID,
            accept: { channel, kind in
                if kind.isHTTP {
                    try self.acceptHTTP(
                        channel, kind, router, authorizer, isProxy: http.proxy != nil)
                } else {
                    try self.accept(channel, kind, methods)
                }
            })
        for (path, kind) in [
            (configuration.socketPath, .unix), (configuration.httpSocketPath, .httpUnix),
        ] as [(String?, ConnectionKind)] {
            guard let path else { continue }
            let listener = try await SocketListener.unix(path: path, kind, shared)
            socketFiles.withLock { $0 += [listener.file].compactMap(\.self) }
            listeners.append(listener)
        }
        for (address, kind) in [(configuration.tcp, .tcp), (configuration.http, .http)]
            as [(HostAndPort?, ConnectionKind)]
        {
            if let address { listeners.append(try await .tcp(address, kind, shared)) }
        }
        for socket in configuration.inheritedSockets {
            listeners.append(try await .inherited(socket, shared))
        }
    }

    /// Removes the files of the server's own sockets, for an end that is not orderly.
    package func removeSocketFiles() {
        for file in socketFiles.withLock(\.self) { file.remove() }
    }

    /// Starts to serve a pair of streams. The server ends when they do.
    func serve(
        _ streams: StandardStreams, _ methods: MethodRegistry
    ) throws(TransportError) -> ServerConnection {
        do throws(Errno) {
            let loop = try StreamLoop(streams, idleFrameTimeout: configuration.idleFrameTimeout)
            let connection = makeConnection(methods, .stdio) { loop.wake() }
            let id = ObjectIdentifier(loop)
            connections.add(id, .stdio) { loop.abort() }
            _ = connections.start(id, connection) { connection.drain() }
            try loop.start(connection, inputEnded: stop) { [self] in
                connections.close(id)
                stop()
            }
            return connection
        } catch {
            throw .stream(error)
        }
    }

    /// Attaches a connection to a socket. Runs on the channel's event loop.
    private func accept(
        _ channel: any Channel, _ kind: ConnectionKind, _ methods: MethodRegistry
    ) throws {
        try attach(channel, kind, methods) { connection in
            let id = ObjectIdentifier(channel)
            let handler = ConnectionHandler(
                connection, idleFrameTimeout: configuration.idleFrameTimeout,
                gateTime: configuration.authenticationTime
            ) { [connections] in
                connections.authenticated(id)
            }
            try channel.pipeline.syncOperations.addHandler(handler)
        }
    }

    /// Makes a connection for a channel. Runs on the channel's event loop.
    ///
    /// - Parameter add: adds its ``ConnectionHandler``.
    func attach(
        _ channel: any Channel, _ kind: ConnectionKind, _ methods: MethodRegistry,
        trace: String? = nil, _ add: (ServerConnection) throws -> Void
    ) throws {
        let notify: @Sendable (ConnectionHandler.Notice) -> Void = { notice in
            // The event loop of a closed channel may have ended.
            guard channel.isActive else { return }
            channel.eventLoop.execute { channel.pipeline.fireUserInboundEventTriggered(notice) }
        }
        let connection = makeConnection(methods, kind, trace: trace) { notify(.signal) }
        try add(connection)
        let drain: @Sendable () -> Void = {
            notify(.drain)
            // Before it is active, a channel is not notified.
            connection.drain()
        }
        guard connections.start(ObjectIdentifier(channel), connection, as: kind, drain: drain)
        else { throw ChannelError.alreadyClosed }
        channel.closeFuture.whenComplete { _ in connection.peerVanished() }
    }
}
