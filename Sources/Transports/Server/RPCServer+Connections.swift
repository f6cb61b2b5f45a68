import Glibc
import JSONRPC
import NIOCore
import Synchronization

/// From descriptors to connections.
extension RPCServer {
    /// Makes the sockets that the configuration asks for; all of them, or none.
    func listen() async throws -> [SocketListener] {
        guard let group else { return [] }
        let shared = SocketListener.Shared(
            group: group, arrivals: arrivals, logger: logger,
            allowsRemote: configuration.allowsRemote, userID: configuration.userID,
            accept: accept)
        var listeners: [SocketListener] = []
        do {
            if let path = configuration.socketPath {
                listeners.append(try await .unix(path: path, shared))
            }
            if let address = configuration.tcp {
                listeners.append(try await .tcp(address, shared))
            }
            for socket in configuration.inheritedSockets {
                listeners.append(try await .inherited(socket, shared))
            }
        } catch {
            for listener in listeners {
                await listener.close()
            }
            throw error
        }
        return listeners
    }

    /// Starts to serve a pair of streams; the server ends with them.
    func serve(_ streams: StandardStreams) throws(TransportError) -> ServerMember {
        do throws(Errno) {
            let loop = try StreamLoop(streams, idleFrameTimeout: configuration.idleFrameTimeout)
            let connection = makeConnection(.stdio) { loop.wake() }
            let inputHasEnded = Flag()
            let (closed, closedContinuation) = AsyncStream.makeStream(of: Never.self)
            let member = ServerMember(
                connection: connection,
                // What came before the end of the input is answered, also what still waits.
                drain: { if !inputHasEnded.isSet { connection.drain() } },
                close: { loop.abort() }, closed: closed)
            guard registry.add(member) else { throw Errno(EPIPE) }
            try loop.start(connection) {
                inputHasEnded.set()
                self.stop()
            } closed: {
                closedContinuation.finish()
                self.stop()
            }
            return member
        } catch {
            throw .stream(error)
        }
    }

    /// Puts a connection behind a socket. On the channel's event loop.
    private func accept(_ channel: any Channel, kind: ConnectionKind) throws {
        let doorbell = Doorbell(channel)
        let connection = makeConnection(kind) { doorbell.ring() }
        let (closed, closedContinuation) = AsyncStream.makeStream(of: Never.self)
        let member = ServerMember(
            connection: connection,
            drain: {
                doorbell.isHurried.store(true, ordering: .releasing)
                connection.drain()
            },
            close: { channel.close(promise: nil) }, closed: closed)
        let handler = ConnectionHandler(
            connection: connection, doorbell: doorbell,
            idleFrameTimeout: configuration.idleFrameTimeout)
        try channel.pipeline.syncOperations.addHandler(handler)
        guard registry.add(member) else { throw ChannelError.alreadyClosed }
        channel.closeFuture.whenComplete { _ in
            connection.peerVanished()
            closedContinuation.finish()
        }
    }
}

/// Something that has happened, or not yet.
private final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() {
        value.store(true, ordering: .releasing)
    }
}
