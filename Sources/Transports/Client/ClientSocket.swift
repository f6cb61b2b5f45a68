import Glibc
import NIOCore
import LinuxSystem

/// The blocking socket calls of a client.
enum ClientSocket {
    private static let readSize = 64 << 10

    /// - Parameter isTrusted: whether a server of this user may receive anything.
    /// - Throws: ``TransportError/foreignServer(path:userID:)``,
    ///   ``TransportError/couldNotConnect(to:_:)``.
    static func connect(
        unix path: String,
        isTrusted: (PeerCredentials) -> Bool = { $0.isTrusted(by: geteuid()) }
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

    static func send(
        _ bytes: [UInt8], to socket: borrowing OwnedDescriptor
    ) throws(TransportError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket.raw, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count >= 0 {
                rest.removeFirst(count)
            } else if errno == EPIPE || errno == ECONNRESET {
                // There may still be a response to read that gives the reason.
                return
            } else if errno != EINTR {
                throw .stream(.current)
            }
        }
    }

    /// Waits for bytes and appends them.
    ///
    /// - Returns: the number of bytes; 0 at the end.
    static func receive(
        from socket: borrowing OwnedDescriptor, into bytes: inout [UInt8]
    ) throws(TransportError) -> Int {
        var chunk = [UInt8](repeating: 0, count: readSize)
        while true {
            let count = chunk.withUnsafeMutableBytes {
                recv(socket.raw, $0.baseAddress, $0.count, 0)
            }
            if count >= 0 {
                bytes += chunk[..<count]
                return count
            }
            if errno == ECONNRESET { return 0 }
            if errno != EINTR { throw .stream(.current) }
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
