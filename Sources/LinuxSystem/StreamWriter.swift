import CGlibc
import Glibc

/// Writes as much as a descriptor accepts at once, without making it non-blocking.
///
/// `O_NONBLOCK` belongs to the open file, which a terminal or a pipe shares with other processes;
/// setting it would break their writes.
package struct StreamWriter: Sendable {
    private enum Kind {
        case socket
        /// Accepts everything, as `poll` says.
        case file
        /// A pipe, on a kernel with non-blocking writes.
        case pipe
        /// A terminal or another device, or any pipe: one page at a time.
        case pages
    }

    /// A pipe that polls as writable has room for one page, so this much does not block.
    private static let pageSize = 4096

    private static let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)

    private let descriptor: CInt
    private var kind: Kind

    package init(_ descriptor: CInt) {
        self.descriptor = descriptor
        var status = stat()
        let type = fstat(descriptor, &status) == 0 ? status.type : 0
        kind =
            switch type {
            case S_IFSOCK: .socket
            case S_IFREG: .file
            case S_IFIFO: .pipe
            default: .pages
            }
    }

    /// Whether ``write(_:)`` may be called before `poll` has found the descriptor writable.
    package var mayGoFirst: Bool {
        kind != .pages
    }

    /// Whether ``write(_:)`` returns at once, whoever else writes to the descriptor.
    package var neverBlocks: Bool {
        kind == .socket || kind == .pipe
    }

    /// Writes the beginning of `bytes`.
    ///
    /// - Precondition: `poll` has found the descriptor writable, or ``mayGoFirst``.
    /// - Returns: the number of bytes written; 0 if there was no room.
    package mutating func write(_ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
        let count = bytes.withUnsafeBytes { bytes in
            switch kind {
            case .socket:
                send(descriptor, bytes.baseAddress, bytes.count, Self.flags)
            case .file:
                Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            case .pipe:
                cglibc_write_without_waiting(descriptor, bytes.baseAddress, bytes.count)
            case .pages:
                Glibc.write(descriptor, bytes.baseAddress, min(bytes.count, Self.pageSize))
            }
        }
        if count >= 0 { return count }
        if kind == .pipe, errno == EOPNOTSUPP {
            kind = .pages
            return 0
        }
        guard errno == EAGAIN || errno == EINTR else { throw .current }
        return 0
    }
}
