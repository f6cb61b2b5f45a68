import Glibc
package import LinuxSystem
import NIOCore

/// The blocking socket calls of a client.
package enum ClientSocket {
    /// Connects to a server of this user or of root.
    ///
    /// - Throws: ``TransportError/foreignServer(path:userID:)``,
    ///   ``TransportError/couldNotConnect(to:_:)``.
    package static func connect(unix path: String) throws(TransportError) -> OwnedDescriptor {
        try connect(unix: path) { $0.isTrusted(by: geteuid()) }
    }

    /// - Parameter isTrusted: whether a server of this user may receive anything.
    static func connect(
        unix path: String, isTrusted: (PeerCredentials) -> Bool
    ) throws(TransportError) -> OwnedDescriptor {
        let address = try UnixSocketAddress(path: path)
        let foreigner: uid_t
        do throws(Errno) {
            let socket = try OwnedDescriptor.streamSocket(family: AF_UNIX)
            guard address.withPointer({ Glibc.connect(socket.raw, $0, $1) }) == 0 else {
                throw .current
            }
            let peer = try PeerCredentials.of(socket)
            if isTrusted(peer) { return socket }
            foreigner = peer.userID
        } catch {
            throw .couldNotConnect(to: "unix:\(path)", error)
        }
        throw .foreignServer(path: path, userID: foreigner)
    }

    static func connect(tcp hostAndPort: HostAndPort) throws(TransportError) -> OwnedDescriptor {
        let address = try hostAndPort.resolved()
        do throws(Errno) {
            let socket = try OwnedDescriptor.streamSocket(family: CInt(address.protocol.rawValue))
            guard address.withSockAddr({ Glibc.connect(socket.raw, $0, socklen_t($1)) }) == 0
            else { throw .current }
            var isOn: CInt = 1
            setsockopt(
                socket.raw, CInt(IPPROTO_TCP), TCP_NODELAY, &isOn,
                socklen_t(MemoryLayout<CInt>.size))
            return socket
        } catch {
            throw .couldNotConnect(to: "tcp:\(hostAndPort)", error)
        }
    }
}
