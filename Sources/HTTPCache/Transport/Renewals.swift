import Synchronization

/// Transfers that nobody waits for: they renew what was given past its time.
///
/// At most one a key, so that many askers cause one renewal.
final class Renewals: Sendable {
    private let tasks = Mutex<[TransferKey: Task<Void, Never>]>([:])

    /// Runs `renewal` unless one of this key is under way.
    func begin(_ key: TransferKey, _ renewal: @escaping @Sendable () async -> Void) {
        tasks.withLock { tasks in
            guard tasks[key] == nil else { return }
            tasks[key] = Task {
                await renewal()
                self.tasks.withLock { $0[key] = nil }
            }
        }
    }

    /// Waits until everything that is under way has ended.
    func waitForAll() async {
        for task in tasks.withLock({ Array($0.values) }) { await task.value }
    }

    func cancelAll() async {
        for task in tasks.withLock({ Array($0.values) }) { task.cancel() }
        await waitForAll()
    }
}
