import Dispatch
import GRDB
import Logging
import Synchronization

/// Runs reads and writes on the cache database, and replaces the database when it fails.
///
/// The file is opened at the first access, on a queue of its own, and again when it was deleted.
/// After a failure it is opened once more (a damaged file is then replaced by a new one); after a
/// second failure without a write in between that was good, the cache is kept in memory. A file
/// that is locked or cannot grow stays open, since it can be read. No error reaches a caller: a
/// read or write that is not possible gives nil.
final class DatabaseAccess: Sendable {
    private typealias Opening = Task<CacheDatabase, any Error>

    private struct State {
        var opening: Opening?
        var failures = 0
        var isClosed = false
        var said: Set<String> = []
    }

    private enum Failure {
        /// Another file, or none, is where it was.
        case deleted
        case error(any Error)
    }

    private let file: CacheFile
    private let logger: Logger
    private let onReplacement: @Sendable () -> Void
    private let queue = DispatchQueue(label: "GitXplorer cache file")
    private let state = Mutex(State())

    /// - Parameter onReplacement: called when another file is in the place of the one before.
    init(file: CacheFile, logger: Logger, onReplacement: @escaping @Sendable () -> Void = {}) {
        self.file = file
        self.logger = logger
        self.onReplacement = onReplacement
    }

    /// The open database, or nil after ``close()``.
    func database() async -> CacheDatabase? {
        let opening: Opening? = state.withLock { state in
            if state.isClosed { return nil }
            if let opening = state.opening { return opening }
            let opening = Task { try await run { try $0.open() } }
            state.opening = opening
            return opening
        }
        return try? await opening?.value
    }

    /// Reads in a transaction of its own. Nil also if the task is cancelled, or if another process
    /// keeps the file locked: whoever reads is about to answer somebody.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async -> Value? {
        await attempt(times: 1) { try await $0.writer.read(body) }
    }

    /// Writes in one transaction, which is tried again as a whole.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async -> Value? {
        let value = await attempt(times: 3) { database in
            if let file = database.file, FileIdentifier(path: self.file.path) != file {
                replace(database, after: .deleted)
            }
            return try await (self.database() ?? database).writer.write(body)
        }
        if value != nil { state.withLock { $0.failures = 0 } }
        return value
    }

    /// Cuts the write-ahead log back, as far as other processes let us.
    func checkpoint() async {
        _ = await attempt(times: 1) {
            _ = try? await $0.writer.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        }
    }

    /// Closes the database. Later accesses give nil.
    func close() async {
        let opening = state.withLock { state in
            state.isClosed = true
            return state.opening
        }
        guard let database = try? await opening?.value else { return }
        try? await run { _ in
            // SQLite moves the log into the file when the last connection is closed, but only if
            // that one may write, and GRDB closes its readers last.
            try? database.writer.writeWithoutTransaction { connection in
                try connection.execute(sql: "PRAGMA busy_timeout = 200")
                try connection.checkpoint(.truncate)
                // Whoever opens a file without a log has GRDB begin one, and waits for the disk.
                try connection.execute(sql: "PRAGMA user_version = 1")
            }
            try database.writer.close()
        }
    }

    /// - Parameter times: how often a locked file is tried.
    private func attempt<Value: Sendable>(
        times: Int, _ access: (CacheDatabase) async throws -> Value
    ) async -> Value? {
        var failures = 0
        var waits = 0
        while failures < 3, waits < times, let database = await database() {
            do {
                return try await access(database)
            } catch is CancellationError {
                return nil
            } catch let error as DatabaseError where error.isPassing {
                if Task.isCancelled { return nil }
                sayOnce("cache file is locked by another process", error)
                waits += 1
            } catch let error as DatabaseError where error.isWantOfSpace {
                sayOnce("cache file cannot grow: what is new is kept in memory", error)
                return nil
            } catch {
                replace(database, after: .error(error))
                failures += 1
            }
        }
        return nil
    }

    private func sayOnce(_ message: Logger.Message, _ error: DatabaseError) {
        guard state.withLock({ $0.said.insert("\(message)").inserted }) else { return }
        logger.warning(message, metadata: ["path": "\(file.path)", "reason": "\(error)"])
    }

    /// Puts a new database in the place of one that failed, unless somebody already has.
    private func replace(_ failed: CacheDatabase, after failure: Failure) {
        state.withLock { state in
            guard !state.isClosed, let opening = state.opening else { return }
            state.opening = Task {
                let current = try await opening.value
                guard current === failed else { return current }
                return try await reopen(failed, after: failure)
            }
        }
    }

    private func reopen(
        _ failed: CacheDatabase, after failure: Failure
    ) async throws -> CacheDatabase {
        let path = file.path
        guard case .error(let error) = failure else {
            logger.warning(
                "cache file was deleted: a new one is begun", metadata: ["path": "\(path)"])
            return try await run { [onReplacement] file in
                try? failed.writer.close()
                defer { onReplacement() }
                return try file.open()
            }
        }
        let failures = state.withLock { state in
            state.failures += 1
            return state.failures
        }
        return try await run { file in
            try? failed.writer.close()
            guard failures == 1 else {
                file.logger.error(
                    "cache is kept in memory: its file failed",
                    metadata: ["path": "\(path)", "reason": "\(error)"])
                return try .inMemory()
            }
            guard let identifier = failed.file, (error as? DatabaseError)?.isDamage == true else {
                return try file.open()
            }
            return try file.open(damaged: (identifier, error))
        }
    }

    /// Runs a blocking call on the file's own queue.
    private func run<Value: Sendable>(
        _ body: @escaping @Sendable (CacheFile) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [file] in
                continuation.resume(with: Result { try body(file) })
            }
        }
    }
}
