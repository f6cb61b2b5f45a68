import Synchronization

/// Background transfers that renew expired responses.
///
/// There is at most one per key, so that many requests cause one renewal.
final class Renewals: Sendable {
    private let tasks = Mutex<[TransferKey: Task<Void, Never>]>([:])

    /// Runs `renewal` unless one of this key is running.
    func begin(_ key: TransferKey, _ renewal: @escaping @Sendable () async -> Void) {
        tasks.withLock { tasks in
            guard tasks[key] == nil else { return }
            tasks[key] = Task {
                await renewal()
                self.tasks.withLock { $0[key] = nil }
            }
        }
    }

    /// Waits until all running renewals have ended.
    func waitForAll() async {
        for task in tasks.withLock({ Array($0.values) }) { await task.value }
    }

    func cancelAll() async {
        for task in tasks.withLock({ Array($0.values) }) { task.cancel() }
        await waitForAll()
    }
}
