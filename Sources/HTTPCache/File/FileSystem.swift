import Glibc

/// File operations that must not depend on the process's umask or on Foundation's defaults.
enum FileSystem {
    /// Makes an empty file with access for the owner only, or restricts an existing one to its
    /// owner and checks that it can be written.
    static func makePrivateFile(_ path: String) throws(FileError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(operation: "open", path: path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw FileError(operation: "stat", path: path)
        }
        if status.st_mode & 0o077 != 0 { fchmod(descriptor, 0o600) }
    }

    /// Renames a file, if it exists.
    static func move(_ path: String, to target: String) throws(FileError) {
        guard rename(path, target) == 0 || errno == ENOENT else {
            throw FileError(operation: "rename", path: path)
        }
    }

    /// Deletes a file, if it exists.
    static func delete(_ path: String) throws(FileError) {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw FileError(operation: "delete", path: path)
        }
    }

    /// Runs `body` while this process holds the lock of the file at `path`. Throws if another process
    /// holds it for longer than 5 seconds, as a stopped process may.
    static func withLock<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(operation: "open", path: path) }
        defer { close(descriptor) }
        let deadline = ContinuousClock.now + .seconds(5)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EAGAIN || errno == EINTR, ContinuousClock.now < deadline else {
                throw FileError(operation: "lock", path: path)
            }
            usleep(5_000)
        }
        return try body()
    }
}
