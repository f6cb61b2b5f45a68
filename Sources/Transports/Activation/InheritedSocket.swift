import Glibc
import NIOCore

/// A listening socket that the service manager opened and this process serves.
///
/// Its file, if it has one, stays when the server ends. Clients that connect later wait in the
/// kernel's queue until the service manager starts the next server.
package struct InheritedSocket: Sendable {
    enum Kind: Sendable {
        case unix(path: String)
        case tcp(SocketAddress)
    }

    /// Owned by the code that serves it.
    package let descriptor: CInt
    let kind: Kind
    /// Whether it serves HTTP and WebSocket.
    package let isHTTP: Bool

    /// Takes over a descriptor and makes it close-on-exec.
    ///
    /// - Parameter name: that of the socket's unit, or its `FileDescriptorName=`: with the name `http`
    ///   it serves HTTP.
    /// - Throws: ``TransportError/notAListener(descriptor:)`` unless the descriptor is a stream
    ///   socket that listens on a path or on TCP.
    package init(_ descriptor: CInt, name: String = "") throws(TransportError) {
        guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0,
            Self.option(SO_TYPE, of: descriptor) == CInt(SOCK_STREAM.rawValue),
            Self.option(SO_ACCEPTCONN, of: descriptor) == 1,
            let kind = Self.kind(of: descriptor)
        else { throw .notAListener(descriptor: descriptor) }
        self.descriptor = descriptor
        self.kind = kind
        isHTTP = name == "http"
    }

    /// Whether clients may come from anywhere and must send the secret.
    package var isTCP: Bool {
        if case .tcp = kind { true } else { false }
    }

    /// Whether other users may open the socket's file, which is systemd's default.
    var isOpenToOthers: Bool {
        guard case .unix(let path) = kind else { return false }
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & 0o077 != 0
    }

    private static func option(_ name: CInt, of descriptor: CInt) -> CInt? {
        var value: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
    }

    /// The address family of the socket; nil if it is neither TCP nor a path, such as an abstract
    /// name.
    private static func kind(of descriptor: CInt) -> Kind? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { storage in
            let address = UnsafeMutableRawPointer(storage)
            let name = address.assumingMemoryBound(to: sockaddr.self)
            guard getsockname(descriptor, name, &size) == 0 else { return nil }
            switch CInt(storage.pointee.ss_family) {
            case AF_UNIX:
                let path = UnixSocketAddress.path(of: address.load(as: sockaddr_un.self))
                return path.isEmpty ? nil : .unix(path: path)
            case AF_INET: return .tcp(SocketAddress(address.load(as: sockaddr_in.self)))
            case AF_INET6: return .tcp(SocketAddress(address.load(as: sockaddr_in6.self)))
            default: return nil
            }
        }
    }
}
