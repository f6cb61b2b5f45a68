import Glibc

/// Identifies the file that a path named at some time.
struct FileIdentifier: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    /// Nil if there is no such file.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}
