import Glibc
import NIOCore
import LinuxSystem

/// The user at the other end of a Unix socket.
struct PeerCredentials: Sendable {
    /// The user id of the peer when it connected, or when it began to listen.
    let userID: uid_t

    /// `struct ucred`, which glibc hides from programs without `_GNU_SOURCE`.
    private struct KernelCredentials: Sendable {
        var processID: pid_t = 0
        var userID: uid_t = .max
        var groupID: gid_t = .max
    }

    /// Whether a client of `user` may send secrets to this server.
    func isTrusted(by user: uid_t) -> Bool {
        userID == user || userID == 0
    }

    /// Asks the kernel (`SO_PEERCRED`).
    static func of(_ socket: borrowing OwnedDescriptor) throws(Errno) -> PeerCredentials {
        var credentials = KernelCredentials()
        var size = socklen_t(MemoryLayout<KernelCredentials>.size)
        guard getsockopt(socket.raw, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else {
            throw .current
        }
        return PeerCredentials(userID: credentials.userID)
    }

    /// Asks the kernel (`SO_PEERCRED`).
    static func of(_ channel: any Channel) -> EventLoopFuture<PeerCredentials> {
        guard let provider = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeFailedFuture(TransportError.stream(Errno(ENOTSOCK)))
        }
        let credentials: EventLoopFuture<KernelCredentials> = provider.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
        return credentials.map { PeerCredentials(userID: $0.userID) }
    }
}
