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
            let socket = try address.makeSocket()
            try address.withPointer { Result(connecting: socket.raw, $0, $1) }.get()
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
            try address.withSockAddr { pointer, size in
                Result(connecting: socket.raw, pointer, socklen_t(size))
            }
            .get()
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

extension Result where Success == Void, Failure == Errno {
    /// Connects a socket.
    fileprivate init(
        connecting socket: CInt, _ address: UnsafePointer<sockaddr>, _ size: socklen_t
    ) {
        self = connect(socket, address, size) == 0 ? .success(()) : .failure(.current)
    }
}
