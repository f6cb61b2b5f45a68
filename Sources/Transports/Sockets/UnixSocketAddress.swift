import Glibc
import LinuxSystem

/// A path in the form of the socket calls.
struct UnixSocketAddress {
    /// Longest path that the kernel accepts, in bytes, without the closing zero.
    static let maximumPathLength = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    let path: String
    private let storage: sockaddr_un

    init(path: String) throws(TransportError) {
        let bytes = Array(path.utf8)
        guard bytes.count <= Self.maximumPathLength else {
            throw .socketPathTooLong(
                path: path, length: bytes.count, maximum: Self.maximumPathLength)
        }
        var storage = sockaddr_un()
        storage.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &storage.sun_path) { $0.copyBytes(from: bytes) }
        self.path = path
        self.storage = storage
    }

    /// The path of an address; empty if it has none.
    static func path(of address: sockaddr_un) -> String {
        withUnsafeBytes(of: address.sun_path) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

extension OwnedDescriptor {
    /// Makes a close-on-exec stream socket, neither bound nor connected.
    static func streamSocket(family: CInt) throws(Errno) -> OwnedDescriptor {
        let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        let raw = socket(family, type, 0)
        guard raw >= 0 else { throw .current }
        return OwnedDescriptor(owning: raw)
    }
}
