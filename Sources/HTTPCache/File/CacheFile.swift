import FoundationEssentials
import Logging
import SQLite
import LinuxSystem

/// Opens the cache file in whatever state it is. Its methods block.
///
/// A damaged file is moved aside and a new one is created. A file that cannot be opened or written,
/// that a newer version made, or that another user may write (``CacheFileRefusal``) is left
/// unchanged, and the cache is kept in memory (``DatabaseAccess`` tries the file again). Each case is
/// logged once.
struct CacheFile: Sendable {
    /// `:memory:` for a cache without a file.
    let path: String
    let logger: Logger
    let clock: @Sendable () -> Date

    /// Opens the file, or otherwise a database in memory.
    ///
    /// - Parameter damaged: the file at this path that an earlier database found damaged, and the
    ///   error. It is moved aside, unless another process has replaced it.
    /// - Throws: SQLite's error if not even a database in memory can be opened.
    func open(damaged: (file: FileIdentifier, error: any Error)? = nil) throws -> CacheDatabase {
        if !isFile { return try CacheDatabase(path: nil) }
        do {
            return try openOnDisk(damaged: damaged)
        } catch {
            logger.error(
                "cache is kept in memory: its file cannot be used", metadata: details(error))
            return try CacheDatabase(path: nil)
        }
    }

    /// False for a cache without a file.
    var isFile: Bool { path != ":memory:" }

    /// Opens the file, or throws why it cannot be used.
    func openOnDisk(
        damaged: (file: FileIdentifier, error: any Error)? = nil
    ) throws -> CacheDatabase {
        try CacheFileRefusal.check(path)
        try makeDirectory()
        // Two processes must not both create the tables, nor may the later one move aside the file
        // that the earlier one has just created.
        return try FileSystem.withLock(Self.lockPath(path)) {
            if let damaged, damaged.file == FileIdentifier(path: path) {
                try moveAside(after: damaged.error)
            }
            return try openSoundFile()
        }
    }

    /// The lock file of the file at `path`. A process locks it to open, replace or clear the cache.
    static func lockPath(_ path: String) -> String { path + lockSuffix }

    static let lockSuffix = ".lock"

    private func openSoundFile() throws -> CacheDatabase {
        do {
            return try openFile()
        } catch let error as SQLiteError where error.isDamage {
            try moveAside(after: error)
            return try openFile()
        }
    }

    private func openFile() throws -> CacheDatabase {
        try CacheSchema.refuseNewerVersion(at: path)
        try FileSystem.makePrivateFile(path)
        let database = try CacheDatabase(path: path)
        // Until now others could put files beside it, in a directory with the sticky bit.
        try CacheFileRefusal.check(path)
        return database
    }

    private func makeDirectory() throws(FileError) {
        let directory = Directory.parent(of: path)
        do throws(Errno) {
            try Directory.make(directory)
        } catch {
            throw FileError(operation: "make directory", path: directory, error: error)
        }
    }

    private func moveAside(after error: any Error) throws(FileError) {
        let target = "\(path).damaged-\(Int(clock().timeIntervalSince1970))"
        for suffix in ["", "-wal", "-shm"] {
            try FileSystem.move(path + suffix, to: target + suffix)
        }
        logger.error(
            "cache file is damaged: it is moved aside, and a new one is created",
            metadata: details(error).merging(["to": "\(target)"]) { $1 })
    }

    /// Removes from the file what `removal` finds, and counts it. A file that cannot be changed is
    /// deleted instead: that takes no space, and nothing that was cleared must be found again.
    ///
    /// - Throws: why the file is left as it is, such as a lock of another process.
    func clear(_ removal: (Connection) throws -> Int) throws -> Int {
        try CacheFileRefusal.check(path)
        return try FileSystem.withLock(Self.lockPath(path)) {
            var count: Int64?
            do {
                try openSoundFile().database.close()
                let connection = try Connection(path: path)
                count = try connection.integer("SELECT COUNT(*) FROM response")
                return try connection.transaction(removal)
            } catch let error where Self.isFailure(error) {
                // SQLite keeps its files beside the target of a link.
                let target = Directory.target(of: path)
                for suffix in ["", "-wal", "-shm"] { try FileSystem.delete(target + suffix) }
                warn("cache file cannot be cleared: deleted", error)
                return Int(count ?? 0)
            }
        }
    }

    /// Whether the file itself fails, unlike one that is locked or belongs to others.
    private static func isFailure(_ error: any Error) -> Bool {
        if let error = error as? SQLiteError { return !error.isTemporary }
        return error is FileError
    }

    func warn(_ message: Logger.Message, _ error: (any Error)? = nil) {
        logger.warning(message, metadata: details(error))
    }

    /// What a log line says about the file.
    func details(_ error: (any Error)? = nil) -> Logger.Metadata {
        var details: Logger.Metadata = ["path": "\(path)"]
        if let error { details["reason"] = "\(error)" }
        return details
    }
}
