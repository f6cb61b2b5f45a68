import FoundationEssentials
import GRDB
import Logging

/// Opens the cache file, whatever state it is in. Its calls block.
///
/// A damaged file is moved aside and a new one begun. What cannot be opened or written, or was
/// made by a newer version, is left alone, and the cache is kept in memory. Each is said once in
/// the log.
struct CacheFile: Sendable {
    /// `:memory:` for none.
    let path: String
    let logger: Logger
    let clock: @Sendable () -> Date

    private struct MadeByNewerVersion: Error, CustomStringConvertible {
        var description: String { "the file was made by a newer version" }
    }

    /// Opens the file, or a database in memory in its place.
    ///
    /// - Parameter damaged: the file that an earlier database of this path read as damaged, and
    ///   how. It is moved aside, unless another process has put a new one there.
    /// - Throws: what SQLite says when not even memory can be had.
    func open(damaged: (file: FileIdentifier, error: any Error)? = nil) throws -> CacheDatabase {
        if path == ":memory:" { return try .inMemory() }
        do {
            try FileSystem.makeDirectory(FileSystem.parent(of: path))
            // Two processes must not both make the tables, nor the later one move aside what the
            // earlier has just begun anew.
            return try FileSystem.withLock(Self.lockPath(path)) { _ in
                if let damaged, damaged.file == FileIdentifier(path: path) {
                    try moveAside(after: damaged.error)
                }
                return try openSoundFile()
            }
        } catch {
            logger.error(
                "cache is kept in memory: its file cannot be used", metadata: details(error))
            return try .inMemory()
        }
    }

    /// The file whose lock a process holds while it opens, replaces or clears the one at `path`.
    static func lockPath(_ path: String) -> String { path + ".lock" }

    private func openSoundFile() throws -> CacheDatabase {
        do {
            return try openFile()
        } catch let error as DatabaseError where error.isDamage {
            try moveAside(after: error)
            return try openFile()
        }
    }

    private func openFile() throws -> CacheDatabase {
        try FileSystem.makePrivateFile(path)
        let pool = try DatabasePool(path: path, configuration: CacheDatabase.configuration)
        let migrator = CacheSchema.migrator
        guard try !pool.read(migrator.hasBeenSuperseded) else { throw MadeByNewerVersion() }
        try migrator.migrate(pool)
        return try CacheDatabase(writer: pool, file: FileIdentifier(path: path))
    }

    private func moveAside(after error: any Error) throws(FileError) {
        let target = "\(path).damaged-\(Int(clock().timeIntervalSince1970))"
        for suffix in ["", "-wal", "-shm"] {
            try FileSystem.move(path + suffix, to: target + suffix)
        }
        logger.error(
            "cache file is damaged: it is moved aside, and a new one begun",
            metadata: details(error).merging(["to": "\(target)"]) { $1 })
    }

    private func details(_ error: any Error) -> Logger.Metadata {
        ["path": "\(path)", "reason": "\(error)"]
    }
}

extension DatabaseError {
    /// The file is not a database, or not a sound one.
    var isDamage: Bool {
        [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode)
    }

    /// Another process holds a lock for longer than we wait, or we broke off ourselves.
    var isPassing: Bool {
        [.SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_INTERRUPT, .SQLITE_ABORT].contains(resultCode)
    }

    /// The disk is full, or a quota or a limit of the file's size is met. What is in the file can
    /// still be read.
    var isWantOfSpace: Bool {
        resultCode == .SQLITE_FULL || extendedResultCode == .SQLITE_IOERR_WRITE
    }
}
