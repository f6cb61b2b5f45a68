import Glibc
import JSONRPC
import LinuxSystem
import NIOCore
import Synchronization

/// Listeners and connections.
extension RPCServer {
    /// Opens the sockets in the configuration, and adds each to `listeners`.
    func listen(
        _ listeners: inout [SocketListener], _ methods: MethodRegistry
    ) async throws {
        guard let group else { return }
        let shared = SocketListener.Shared(
            group: group, connections: connections, logger: logger,
            allowsRemote: configuration.allowsRemote, userID: configuration.userID,
            accept: { try self.accept($0, kind: $1, methods) })
        if let path = configuration.socketPath {
            let listener = try await SocketListener.unix(path: path, shared)
            socketFile.withLock { $0 = listener.file }
            listeners.append(listener)
        }
        if let address = configuration.tcp {
            listeners.append(try await .tcp(address, shared))
        }
        for socket in configuration.inheritedSockets {
            listeners.append(try await .inherited(socket, shared))
        }
    }

    /// Removes the file of the server's own socket, for an end that is not orderly.
    package func removeSocketFile() {
        socketFile.withLock(\.self)?.remove()
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
        _ channel: any Channel, kind: ConnectionKind, _ methods: MethodRegistry
    ) throws {
        let id = ObjectIdentifier(channel)
        let notify: @Sendable (ConnectionHandler.Notice) -> Void = { notice in
            // The event loop of a closed channel may have ended.
            guard channel.isActive else { return }
            channel.eventLoop.execute { channel.pipeline.fireUserInboundEventTriggered(notice) }
        }
        let connection = makeConnection(methods, kind) { notify(.signal) }
        let handler = ConnectionHandler(
            connection, idleFrameTimeout: configuration.idleFrameTimeout,
            gateTime: configuration.authenticationTime
        ) { [connections] in
            connections.authenticated(id)
        }
        try channel.pipeline.syncOperations.addHandler(handler)
        let drain: @Sendable () -> Void = {
            notify(.drain)
            // Before it is active, a channel is not notified.
            connection.drain()
        }
        guard connections.start(id, connection, drain: drain) else {
            throw ChannelError.alreadyClosed
        }
        channel.closeFuture.whenComplete { _ in connection.peerVanished() }
    }
}
