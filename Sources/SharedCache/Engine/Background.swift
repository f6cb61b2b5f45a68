import Synchronization

/// Tasks that outlive their callers and are awaited at the end.
final class Background: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var last = 0
    }

    private let state = Mutex(State())

    func run(_ operation: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            state.last += 1
            let number = state.last
            state.tasks[number] = Task {
                await operation()
                self.state.withLock { $0.tasks[number] = nil }
            }
        }
    }

    func waitForAll() async {
        for task in state.withLock({ Array($0.tasks.values) }) { await task.value }
    }
}
