import Dispatch
import FoundationEssentials
import SQLite
import Logging
import Synchronization

/// Runs reads and writes on the cache database, and replaces the database when it fails.
///
/// The file is opened at the first access, on its own queue, and again if it has been deleted.
/// After a failure it is opened once more, which replaces a damaged file. After a second failure
/// without a successful write in between, the cache is kept in memory. While it is, the first write
/// of each minute tries to open the file: a lock, a full disk or a lack of descriptors may have
/// ended. A file that is locked or cannot grow stays open, because it can be read. No error reaches
/// a caller: an impossible read or write returns nil.
final class DatabaseAccess: Sendable {
    private typealias Opening = Task<CacheDatabase, any Error>

    private struct State {
        var opening: Opening?
        var failures = 0
        var isClosed = false
        var said: Set<String> = []
        /// When a cache that is kept in memory last tried to open its file.
        var triedAt: Date?
    }

    private static let retryInterval = 60.0

    private let file: CacheFile
    private let logger: Logger
    private let onReplacement: @Sendable () -> Void
    private let queue = DispatchQueue(label: "GitXplorer cache file")
    private let state = Mutex(State())

    /// - Parameter onReplacement: called when another file has replaced the earlier one.
    init(file: CacheFile, logger: Logger, onReplacement: @escaping @Sendable () -> Void = {}) {
        self.file = file
        self.logger = logger
        self.onReplacement = onReplacement
    }

    /// The open database, or nil after ``close()``. If its file has been deleted, as by a clear in
    /// another process, the file is opened again: what was in it must not be found.
    func database() async -> CacheDatabase? {
        let opening: Opening? = state.withLock { state in
            if state.isClosed { return nil }
            if let opening = state.opening { return opening }
            let opening = Task { try await run { try $0.open() } }
            state.opening = opening
            return opening
        }
        guard let opening else { return nil }
        do {
            let database = try await opening.value
            guard isDeleted(database) else { return database }
            replace(database, after: nil)
            return await self.database()
        } catch {
            // The next access tries again.
            state.withLock { if $0.opening == opening { $0.opening = nil } }
            return nil
        }
    }

    /// Reads in its own transaction. Also nil if the task is cancelled, or if another process keeps
    /// the file locked, because a client waits for the read.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async -> Value? {
        await attempt(times: 1) { try await $0.database.read(body) }.value
    }

    /// Writes in one transaction, which is retried as a whole.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async -> AccessOutcome<Value> {
        if let database = await database(), isDue(database) { await returnToFile(from: database) }
        let outcome = await attempt(times: 3) { try await $0.database.write(body) }
        if outcome.value != nil { state.withLock { $0.failures = 0 } }
        return outcome
    }

    /// Clears the file after a write did not reach it, and opens it again (``CacheFile/clear(_:)``).
    ///
    /// - Returns: the number of responses removed; nil if the file was left as it is.
    func clear(_ removal: @escaping @Sendable (Connection) throws -> Int) async -> Int? {
        typealias Cleared = (removed: Int?, database: CacheDatabase)
        let clearing = state.withLock { state -> Task<Cleared, any Error>? in
            guard !state.isClosed, let opening = state.opening else { return nil }
            let clearing = Task<Cleared, any Error> {
                let failed = try await opening.value
                return try await run { file in
                    // A lock of this process ends when it closes any descriptor of the file.
                    if failed.file != nil { failed.database.close() }
                    do {
                        let removed = try file.clear(removal)
                        failed.database.close()
                        self.onReplacement()
                        return (removed, try file.open())
                    } catch {
                        self.sayOnce("cache file is not cleared", error)
                        return (nil, failed.file == nil ? failed : try file.open())
                    }
                }
            }
            state.opening = Task { try await clearing.value.database }
            return clearing
        }
        return try? await clearing?.value.removed
    }

    /// Truncates the write-ahead log, as far as other processes permit.
    func checkpoint() async {
        _ = await attempt(times: 1) {
            try? await $0.database.withWriter { try $0.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
        }
    }

    /// Frees the pages that the open database keeps in memory.
    func releaseMemory() async {
        guard let opening = state.withLock(\.opening) else { return }
        await (try? opening.value)?.database.releaseMemory()
    }

    /// Closes the database. Later accesses return nil.
    func close() async {
        let opening = state.withLock { state in
            state.isClosed = true
            return state.opening
        }
        guard let database = try? await opening?.value else { return }
        try? await run { _ in database.database.close() }
    }

    /// - Parameter times: the number of attempts on a locked file.
    private func attempt<Value: Sendable>(
        times: Int, _ access: (CacheDatabase) async throws -> Value
    ) async -> AccessOutcome<Value> {
        var failures = 0
        var waits = 0
        while failures < 3, waits < times, let database = await database() {
            do {
                let value = try await access(database)
                return file.isFile && database.file == nil ? .inMemory(value) : .done(value)
            } catch is CancellationError {
                return .busy
            } catch let error as SQLiteError where error.isTemporary {
                if Task.isCancelled { return .busy }
                sayOnce("cache file is locked by another process", error)
                waits += 1
            } catch let error as SQLiteError where error.isOutOfSpace {
                sayOnce("cache file cannot grow: what is new is kept in memory", error)
                return .failed
            } catch let damage as DamagedRows {
                sayOnce("cache file has damaged rows: they are removed", damage)
                let removal = await attempt(times: 1) {
                    try await $0.database.write(damage.remove)
                }
                guard removal.value != nil else { return .failed }
                failures += 1
            } catch {
                let isDamage = (error as? SQLiteError)?.isDamage == true
                // SQLite refuses to write to a file that has just been deleted.
                let isGone = !isDamage && isDeleted(database)
                replace(database, after: isGone ? nil : error)
                failures += 1
            }
        }
        return waits == times ? .busy : .failed
    }

    /// Whether the path has no file, or another one than the database's.
    private func isDeleted(_ database: CacheDatabase) -> Bool {
        database.file.map { $0 != FileIdentifier(path: file.path) } ?? false
    }

    /// Whether the database is in memory in place of a file, which must be tried again.
    private func isDue(_ database: CacheDatabase) -> Bool {
        guard file.isFile, database.file == nil else { return false }
        let now = file.clock()
        return state.withLock { state in
            guard let triedAt = state.triedAt else {
                state.triedAt = now
                return false
            }
            guard abs(now.timeIntervalSince(triedAt)) >= Self.retryInterval else { return false }
            state.triedAt = now
            return true
        }
    }

    /// Opens the file in place of a database in memory, which is read meanwhile.
    private func returnToFile(from memory: CacheDatabase) async {
        guard let database = try? await run({ try $0.openOnDisk() }) else { return }
        let isTaken = state.withLock { state in
            guard !state.isClosed, let opening = state.opening else { return false }
            state.opening = Task {
                let current = try await opening.value
                let isReplaced = current !== memory
                try? await run { _ in (isReplaced ? database : memory).database.close() }
                if isReplaced { return current }
                logger.warning("cache file is used again", metadata: ["path": "\(file.path)"])
                onReplacement()
                return database
            }
            return true
        }
        if !isTaken { try? await run { _ in database.database.close() } }
    }

    private func sayOnce(_ message: Logger.Message, _ error: any Error) {
        guard state.withLock({ $0.said.insert("\(message)").inserted }) else { return }
        logger.warning(message, metadata: ["path": "\(file.path)", "reason": "\(error)"])
    }

    /// Replaces a database that failed, unless it has been replaced already.
    ///
    /// - Parameter error: nil if the path has no file, or another one than the database.
    private func replace(_ failed: CacheDatabase, after error: (any Error)?) {
        state.withLock { state in
            guard !state.isClosed, let opening = state.opening else { return }
            state.opening = Task {
                let current = try await opening.value
                guard current === failed else { return current }
                return try await reopen(failed, after: error)
            }
        }
    }

    private func reopen(
        _ failed: CacheDatabase, after error: (any Error)?
    ) async throws -> CacheDatabase {
        let failures = state.withLock { state in
            if error != nil { state.failures += 1 }
            return state.failures
        }
        return try await run { [logger, onReplacement] file in
            failed.database.close()
            guard let error else {
                logger.warning(
                    "cache file was deleted: a new one is begun",
                    metadata: ["path": "\(file.path)"])
                defer { onReplacement() }
                return try file.open()
            }
            guard failures == 1 else {
                logger.error(
                    "cache is kept in memory: its file failed",
                    metadata: ["path": "\(file.path)", "reason": "\(error)"])
                return try CacheDatabase(path: nil)
            }
            guard let identifier = failed.file, (error as? SQLiteError)?.isDamage == true else {
                return try file.open()
            }
            return try file.open(damaged: (identifier, error))
        }
    }

    /// Runs a blocking call on the file's own queue.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable (CacheFile) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [file] in
                continuation.resume(with: Result { try body(file) })
            }
        }
    }
}
