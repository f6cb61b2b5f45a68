import UnixSignals

/// SIGTERM and SIGINT: the first asks for an orderly end, the second ends at once.
///
/// They are trapped from the moment this is made, which is before anybody is told that the server
/// is up.
struct Signals: Sendable {
    private let sequence: UnixSignalsSequence

    init() async {
        sequence = await UnixSignalsSequence(trapping: .sigterm, .sigint)
    }

    /// Runs `body`; `stop` is called at the first signal.
    func stopping<Value: Sendable>(
        _ stop: @escaping @Sendable () -> Void,
        during body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { tasks in
            tasks.addTask {
                var isStopping = false
                for await signal in sequence {
                    if isStopping { Process.end(128 + signal.number) }
                    isStopping = true
                    stop()
                }
                return nil
            }
            tasks.addTask { try await body() }
            defer { tasks.cancelAll() }
            while let value = try await tasks.next() {
                if let value { return value }
            }
            throw CancellationError()
        }
    }

    /// Returns at the first signal.
    func waitForEnd() async {
        for await _ in sequence { return }
    }
}

extension UnixSignal {
    fileprivate var number: Int32 {
        self == .sigint ? 2 : 15
    }
}
