import FoundationEssentials
import Logging
import SQLite

/// Runs reads and writes on the cache database, and replaces the database when it fails.
///
/// The file is opened at the first access, and again if it has been deleted. After a failure it is
/// opened once more, which replaces a damaged file. After a second failure without a successful
/// write in between, the cache is kept in memory, and the first write of each minute tries to open
/// the file. A file that is locked or cannot grow stays open, because it can be read. No error
/// reaches a caller.
actor DatabaseAccess {
    private static let retryInterval = 60.0

    private let file: CacheFile
    private let clearMark: ClearMark
    // The actor's methods open files, and may wait for locks.
    private let queue = FileQueue(label: "GitXplorer cache file")
    private let retries = FileQueue(label: "GitXplorer cache file again")

    private var current: CacheDatabase?
    private var isClosed = false
    private var failures = 0
    private var said: Set<String> = []
    /// When a cache that is kept in memory last tried to open its file.
    private var triedAt: Date?

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    init(file: CacheFile, clearMark: ClearMark) {
        self.file = file
        self.clearMark = clearMark
    }

    /// The open database, or nil after ``close()``. If its file has been deleted, as by a clear in
    /// another process, the file is opened again: what was in it must not be found.
    func database() -> CacheDatabase? {
        guard !isClosed else { return nil }
        if let current, isDeleted(current) {
            file.warn("cache file was deleted: a new one is created")
            current.database.close()
            self.current = nil
            clearMark.reopen()
        }
        if current == nil { current = try? file.open() }
        return current
    }

    /// Reads in its own transaction. Also nil if another process keeps the file locked, because a
    /// client waits for the read.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async -> Value? {
        await attempt { try await $0.database.read(body) }.value
    }

    /// Writes in one transaction, which is retried as a whole.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async -> AccessOutcome<Value> {
        await returnToFile()
        let outcome = await attempt { try await $0.database.write(body) }
        if outcome.value != nil { failures = 0 }
        return outcome
    }

    /// Clears the file after a write did not reach it (``CacheFile/clear(_:)``). Nil if the file was
    /// left as it is.
    func clear(_ removal: (Connection) throws -> Int) -> Int? {
        guard !isClosed, let failed = current else { return nil }
        // A lock of this process ends when it closes any descriptor of the file.
        if failed.file != nil { failed.database.close() }
        do {
            let removed = try file.clear(removal)
            failed.database.close()
            clearMark.reopen()
            current = nil
            return removed
        } catch {
            sayOnce("cache file is not cleared", error)
            if failed.file != nil { current = nil }
            return nil
        }
    }

    /// Changes the mark, which writes a file.
    func markCleared() {
        clearMark.change()
    }

    /// Truncates the write-ahead log, as far as other processes permit.
    func checkpoint() async {
        _ = await attempt {
            try? await $0.database.withWriter { try $0.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
        }
    }

    /// Closes the database. Later accesses return nil.
    func close() {
        isClosed = true
        current?.database.close()
    }

    private func attempt<Value: Sendable>(
        _ access: (CacheDatabase) async throws -> Value
    ) async -> AccessOutcome<Value> {
        for _ in 0..<3 {
            guard let database = database() else { break }
            do {
                let value = try await access(database)
                return file.isFile && database.file == nil ? .inMemory(value) : .done(value)
            } catch let error as SQLiteError where error.isTemporary {
                sayOnce("cache file is locked by another process", error)
                return .busy
            } catch let error as SQLiteError where error.isOutOfSpace {
                sayOnce("cache file cannot grow: new entries are kept in memory", error)
                return .failed
            } catch let damage as DamagedRows {
                sayOnce("cache file has damaged rows: they are removed", damage)
                let removal = await attempt { try await $0.database.write(damage.remove) }
                guard removal.value != nil else { return .failed }
            } catch {
                replace(database, after: error)
            }
        }
        return .failed
    }

    /// Whether the path has no file, or another one than the database's.
    private func isDeleted(_ database: CacheDatabase) -> Bool {
        database.file.map { $0 != FileIdentifier(path: file.path) } ?? false
    }

    /// Replaces a database that failed, unless another access has done so.
    private func replace(_ failed: CacheDatabase, after error: any Error) {
        guard !isClosed, current === failed else { return }
        let isDamage = (error as? SQLiteError)?.isDamage == true
        // SQLite refuses to write to a file that has just been deleted. The next access replaces it.
        if !isDamage, isDeleted(failed) { return }
        failed.database.close()
        failures += 1
        if failures > 1 {
            file.logger.error(
                "cache is kept in memory: its file failed", metadata: file.details(error))
            current = try? CacheDatabase(path: nil)
        } else if isDamage, let identifier = failed.file {
            current = try? file.open(damaged: (identifier, error))
        } else {
            current = try? file.open()
        }
    }

    /// Opens the file in place of a database in memory, once a minute. That is read meanwhile.
    private func returnToFile() async {
        guard file.isFile, let memory = database(), memory.file == nil else { return }
        let now = file.clock()
        // The file has just been tried when this is nil.
        let isDue = triedAt.map { abs(now.timeIntervalSince($0)) >= Self.retryInterval } ?? false
        if isDue || triedAt == nil { triedAt = now }
        guard isDue, let database = try? await retries.run({ [file] in try file.openOnDisk() })
        else { return }
        guard !isClosed, current === memory else { return database.database.close() }
        memory.database.close()
        current = database
        clearMark.reopen()
        file.warn("cache file is used again")
    }

    private func sayOnce(_ message: Logger.Message, _ error: any Error) {
        if said.insert("\(message)").inserted { file.warn(message, error) }
    }
}
