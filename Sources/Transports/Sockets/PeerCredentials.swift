import Glibc
import LinuxSystem
import NIOCore

/// The process at the other end of a Unix socket when it connected, or when it began to listen.
///
/// This is the kernel's `struct ucred`, which glibc hides from programs without `_GNU_SOURCE`.
struct PeerCredentials: Sendable {
    var processID: pid_t = 0
    var userID: uid_t = .max
    var groupID: gid_t = .max

    /// Whether a client of `user` may send secrets to this server.
    func isTrusted(by user: uid_t) -> Bool {
        userID == user || userID == 0
    }

    /// Asks the kernel (`SO_PEERCRED`).
    static func of(_ socket: borrowing OwnedDescriptor) throws(Errno) -> PeerCredentials {
        var credentials = PeerCredentials()
        var size = socklen_t(MemoryLayout<PeerCredentials>.size)
        guard getsockopt(socket.raw, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else {
            throw .current
        }
        return credentials
    }

    /// Asks the kernel (`SO_PEERCRED`).
    static func of(_ channel: any Channel) -> EventLoopFuture<PeerCredentials> {
        guard let provider = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeFailedFuture(TransportError.stream(Errno(ENOTSOCK)))
        }
        return provider.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
    }
}
