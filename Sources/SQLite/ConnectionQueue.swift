import Dispatch
import Synchronization

/// A connection with its own dispatch queue, on which its blocking calls run.
final class ConnectionQueue: Sendable {
    private let queue = DispatchQueue(label: "GitXplorer database")
    private let state: Mutex<State>

    private enum State {
        /// The first call opens the database at `path` for reading.
        case unopened(path: String, patience: Duration)
        case open(Connection)
        case closed

        mutating func run<Result>(_ body: (Connection) throws -> Result) throws -> Result {
            if case .unopened(let path, let patience) = self {
                self = .open(try Connection(path: path, .readOnly, busyTimeout: patience))
            }
            guard case .open(let connection) = self else { throw SQLiteError.closed }
            return try body(connection)
        }
    }

    init(_ connection: sending Connection) {
        state = Mutex(.open(connection))
    }

    /// - Parameter patience: how long to wait for locks when the database is opened.
    init(readingFrom path: String, patience: Duration) {
        state = Mutex(.unopened(path: path, patience: patience))
    }

    /// Runs `body` after the earlier calls.
    func run<Result: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(
                    with: Swift.Result { try self.state.withLock { try $0.run(body) } })
            }
        }
    }

    /// Closes the connection after the earlier calls. Later calls throw.
    func close() {
        queue.sync {
            state.withLock { state in
                if case .open(let connection) = state { connection.close() }
                state = .closed
            }
        }
    }
}
