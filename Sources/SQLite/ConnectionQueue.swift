import Dispatch
import Synchronization

/// A connection with its own dispatch queue, on which its blocking calls run.
final class ConnectionQueue: Sendable {
    private let queue = DispatchQueue(label: "GitXplorer database")
    private let state: Mutex<State>

    private enum State {
        /// The first call opens the database at `path` for reading.
        case unopened(path: String)
        case open(Connection)
        case closed
    }

    init(_ connection: sending Connection) {
        state = Mutex(.open(connection))
    }

    init(readingFrom path: String) {
        state = Mutex(.unopened(path: path))
    }

    /// Runs `body` after the earlier calls. If the task is cancelled, the running statement is
    /// interrupted, or the call does not begin.
    func run<Result: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Result
    ) async throws -> Result {
        let call = Call()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async {
                    continuation.resume(with: Swift.Result { try self.run(call, body) })
                }
            }
        } onCancel: {
            call.cancel()
        }
    }

    private func run<Result: Sendable>(
        _ call: Call, _ body: (Connection) throws -> Result
    ) throws -> Result {
        try state.withLock { state in
            let connection: Connection
            switch state {
            case .open(let opened):
                connection = opened
            case .unopened(let path):
                connection = try Connection(path: path, .readOnly)
                state = .open(connection)
            case .closed:
                throw SQLiteError.closed
            }
            try call.begin(connection.interrupter)
            defer { call.end() }
            return try body(connection)
        }
    }

    /// Frees what the connection keeps in memory, after the earlier calls, if it is open.
    func releaseMemory() async {
        await withCheckedContinuation { continuation in
            queue.async {
                self.state.withLock { state in
                    if case .open(let connection) = state { connection.releaseMemory() }
                }
                continuation.resume()
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

    /// A call, shared by the queue and by the cancellation of its task.
    private final class Call: Sendable {
        private enum State {
            case waiting
            case running(_ interrupt: @Sendable () -> Void)
            case over
        }

        private let state = Mutex(State.waiting)

        func begin(_ interrupt: @escaping @Sendable () -> Void) throws(CancellationError) {
            try state.withLock { state throws(CancellationError) in
                guard case .waiting = state else { throw CancellationError() }
                state = .running(interrupt)
            }
        }

        func end() {
            state.withLock { $0 = .over }
        }

        func cancel() {
            state.withLock { state in
                if case .running(let interrupt) = state { interrupt() }
                state = .over
            }
        }
    }
}
