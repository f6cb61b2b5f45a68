import Synchronization

/// A database that many tasks read while one writes.
///
/// The first connection reads and writes. Up to three more are opened for reading when the others
/// are busy; the file must be in WAL mode for that. Calls block on dispatch queues, never on the
/// cooperative pool.
package final class Database: Sendable {
    /// How long a call waits for locks of other processes.
    package typealias Patience = (reads: Duration, writes: Duration)

    private let patience: Patience
    /// The first one is the writer.
    private let queues: [ConnectionQueue]
    /// Waiting and running calls, by connection.
    private let loads: Mutex<[Int]>

    /// - Parameter path: the file of the same database, for readers; nil for one in memory.
    package init(_ connection: sending Connection, path: String?, patience: Patience) {
        self.patience = patience
        let readers = path.map { path in
            (0..<3).map { _ in ConnectionQueue(readingFrom: path, patience: patience.reads) }
        }
        queues = [ConnectionQueue(connection)] + (readers ?? [])
        loads = Mutex(Array(repeating: 0, count: queues.count))
    }

    /// Reads in one transaction.
    package func read<Result: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Result
    ) async throws -> Result {
        try await run(on: nil) { [patience] connection in
            connection.setBusyTimeout(patience.reads)
            return try connection.transaction(readsOnly: true, body)
        }
    }

    /// Writes in one transaction.
    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Result
    ) async throws -> Result {
        try await withWriter { try $0.transaction(body) }
    }

    /// Runs `body` outside of a transaction on the writer's connection.
    package func withWriter<Result: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Result
    ) async throws -> Result {
        try await run(on: 0) { [patience] connection in
            connection.setBusyTimeout(patience.writes)
            return try body(connection)
        }
    }

    /// Closes all connections after the earlier calls. Blocks. The writer is closed last, so that
    /// SQLite can move the write-ahead log into the file.
    package func close() {
        for queue in queues.reversed() { queue.close() }
    }

    private func run<Result: Sendable>(
        on chosen: Int?, _ body: @escaping @Sendable (Connection) throws -> Result
    ) async throws -> Result {
        let index = loads.withLock { loads in
            let index = chosen ?? loads.indices.min { loads[$0] < loads[$1] } ?? 0
            loads[index] += 1
            return index
        }
        defer { loads.withLock { $0[index] -= 1 } }
        return try await queues[index].run(body)
    }
}
