import Synchronization

/// Tasks that outlive their callers, at most one per key, and are awaited at the end.
package final class BackgroundTasks: Sendable {
    private let tasks = Mutex<[AnyHashable: Task<Void, Never>]>([:])

    package init() {}

    /// Runs `operation` unless one of this key is running.
    package func run(
        _ key: some Hashable & Sendable, _ operation: @escaping @Sendable () async -> Void
    ) {
        tasks.withLock { tasks in
            if tasks[key] == nil { tasks[key] = start(key, operation) }
        }
    }

    /// Detached, because it is no part of its caller's request, nor of that one's log.
    private func start(
        _ key: some Hashable & Sendable, _ operation: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        Task.detached {
            await operation()
            self.tasks.withLock { $0[key] = nil }
        }
    }

    /// Runs `operation` under a key of its own.
    @discardableResult
    package func run(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        let key = UInt64.random(in: 0 ... .max)
        return tasks.withLock { tasks in
            let task = start(key, operation)
            tasks[key] = task
            return task
        }
    }

    /// Waits until all running tasks have ended.
    package func waitForAll() async {
        for task in tasks.withLock({ Array($0.values) }) { await task.value }
    }

    /// Cancels all tasks, and waits until they have ended.
    package func cancelAll() async {
        for task in tasks.withLock({ Array($0.values) }) { task.cancel() }
        await waitForAll()
    }
}
