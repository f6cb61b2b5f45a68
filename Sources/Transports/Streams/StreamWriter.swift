import Glibc

/// Writes to a descriptor as much as it takes at once, without making it non-blocking.
///
/// `O_NONBLOCK` belongs to the open file, which a terminal or a pipe shares with other processes;
/// set here, it would break their writes.
struct StreamWriter {
    private enum Kind {
        case socket
        /// Takes everything, as `poll` says.
        case file
        /// A pipe, a terminal or another device: one page at a time.
        case pages
    }

    /// A pipe that polls as writable has room for one page, so this much does not block.
    private static let pageSize = 4096

    private static let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)

    private let descriptor: CInt
    private let kind: Kind

    init(_ descriptor: CInt) {
        self.descriptor = descriptor
        var status = stat()
        let type = fstat(descriptor, &status) == 0 ? status.type : 0
        kind =
            switch type {
            case S_IFSOCK: .socket
            case S_IFREG: .file
            default: .pages
            }
    }

    /// Writes the beginning of `bytes` to a descriptor that `poll` found writable.
    ///
    /// - Returns: how many bytes were written; 0 if there was no room after all.
    func write(_ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
        let count = bytes.withUnsafeBytes { bytes in
            switch kind {
            case .socket:
                send(descriptor, bytes.baseAddress, bytes.count, Self.flags)
            case .file:
                Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            case .pages:
                Glibc.write(descriptor, bytes.baseAddress, min(bytes.count, Self.pageSize))
            }
        }
        if count >= 0 { return count }
        guard errno == EAGAIN || errno == EINTR else { throw .current }
        return 0
    }
}
