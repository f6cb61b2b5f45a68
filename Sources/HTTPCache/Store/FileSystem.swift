import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Which file a path named at some time, whatever it names now.
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

/// An error of the operating system: what was to be done, to which path, and why it cannot be.
struct FileError: Error, CustomStringConvertible {
    let operation: String
    let path: String
    let code: Int32

    init(_ operation: String, _ path: String, code: Int32 = errno) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    var description: String {
        "\(operation) \(path): \(String(cString: strerror(code)))"
    }
}

/// The few file operations that must not follow the process's umask or Foundation's defaults.
enum FileSystem {
    /// Makes a directory and those above it, for their owner only. Those that exist stay as
    /// they are.
    static func makeDirectory(_ path: String) throws(FileError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT else { throw FileError("make directory", path) }
        let parent = parent(of: path)
        guard parent != path else { throw FileError("make directory", path, code: ENOENT) }
        try makeDirectory(parent)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw FileError("make directory", path)
        }
    }

    /// Makes an empty file for its owner only, or sees to it that one that exists can be
    /// written and is read by its owner only.
    static func makePrivateFile(_ path: String) throws(FileError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError("open", path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError("stat", path) }
        if status.st_mode & 0o077 != 0 { fchmod(descriptor, 0o600) }
    }

    /// Renames a file, if it is there.
    static func move(_ path: String, to target: String) throws(FileError) {
        guard rename(path, target) == 0 || errno == ENOENT else {
            throw FileError("rename", path)
        }
    }

    /// Runs `body` on the lock file at `path` while no other process does.
    ///
    /// - Throws: ``FileError`` also if another one holds the lock for longer than 5 seconds, as
    ///   one that was stopped may.
    static func withLock<Result>(
        _ path: String, _ body: (_ descriptor: Int32) throws -> Result
    ) throws -> Result {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError("open", path) }
        defer { close(descriptor) }
        let deadline = ContinuousClock.now + .seconds(5)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EAGAIN || errno == EINTR, ContinuousClock.now < deadline else {
                throw FileError("lock", path)
            }
            usleep(5_000)
        }
        return try body(descriptor)
    }

    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
