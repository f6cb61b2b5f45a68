import Glibc
import JSONRPC
import NIOCore
import Synchronization
import LinuxSystem

/// Listeners and connections.
extension RPCServer {
    /// Opens the sockets in the configuration; all of them, or none.
    func listen() async throws -> [SocketListener] {
        guard let group else { return [] }
        let shared = SocketListener.Shared(
            group: group, arrivals: arrivals, logger: logger,
            allowsRemote: configuration.allowsRemote, userID: configuration.userID,
            accept: accept)
        var listeners: [SocketListener] = []
        do {
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
        } catch {
            for listener in listeners {
                await listener.close()
            }
            throw error
        }
        return listeners
    }

    /// Removes the file of the server's own socket, for an end that is not orderly.
    package func removeSocketFile() {
        socketFile.withLock(\.self)?.remove()
    }

    /// Starts to serve a pair of streams. The server ends when they do.
    func serve(_ streams: StandardStreams) throws(TransportError) -> ServerMember {
        do throws(Errno) {
            let loop = try StreamLoop(streams, idleFrameTimeout: configuration.idleFrameTimeout)
            let connection = makeConnection(.stdio) { loop.wake() }
            let inputHasEnded = Flag()
            let (closed, closedContinuation) = AsyncStream.makeStream(of: Never.self)
            let member = ServerMember(
                connection: connection,
                // Messages before the end of the input are answered, including those in the
                // backlog.
                drain: { if !inputHasEnded.isSet { connection.drain() } },
                close: { loop.abort() }, closed: closed)
            guard registry.add(member) else { throw Errno(EPIPE) }
            do throws(Errno) {
                try loop.start(connection) {
                    inputHasEnded.set()
                    self.stop()
                } closed: {
                    closedContinuation.finish()
                    self.stop()
                }
            } catch {
                // Without its thread, nothing else ends the connection, for which the end waits.
                connection.peerVanished()
                closedContinuation.finish()
                throw error
            }
            return member
        } catch {
            throw .stream(error)
        }
    }

    /// Attaches a connection to a socket. Runs on the channel's event loop.
    private func accept(_ channel: any Channel, kind: ConnectionKind) throws {
        let doorbell = Doorbell(channel)
        let connection = makeConnection(kind) { doorbell.ring() }
        let (closed, closedContinuation) = AsyncStream.makeStream(of: Never.self)
        let member = ServerMember(
            connection: connection,
            drain: {
                doorbell.closesWithoutLingering.store(true, ordering: .releasing)
                connection.drain()
            },
            close: { channel.close(promise: nil) }, closed: closed)
        let id = ObjectIdentifier(channel)
        let entrance = Entrance(time: configuration.authenticationTime) { [arrivals] in
            arrivals.admitted(id)
        }
        let handler = ConnectionHandler(
            connection: connection, doorbell: doorbell,
            idleFrameTimeout: configuration.idleFrameTimeout,
            entrance: kind == .tcp ? entrance : nil)
        try channel.pipeline.syncOperations.addHandler(handler)
        guard registry.add(member) else { throw ChannelError.alreadyClosed }
        channel.closeFuture.whenComplete { _ in
            doorbell.mute()
            connection.peerVanished()
            closedContinuation.finish()
        }
    }
}

/// A flag that can only be set.
private final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() {
        value.store(true, ordering: .releasing)
    }
}
