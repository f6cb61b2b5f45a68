import Glibc
import NIOCore

/// Who is at the other end of a Unix socket.
struct PeerCredentials: Sendable {
    /// The user that the peer was running as when it connected.
    let userID: uid_t

    /// `struct ucred`, which glibc keeps from programs without `_GNU_SOURCE`.
    private struct KernelCredentials: Sendable {
        let processID: pid_t
        let userID: uid_t
        let groupID: gid_t
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
