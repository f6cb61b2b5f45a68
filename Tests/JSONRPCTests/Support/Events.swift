import Synchronization

/// Events that have happened, for tests that wait for them.
final class Events: Sendable {
    private struct Waiter {
        let names: Set<String>
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var names: Set<String> = []
        var waiters: [Waiter] = []
    }

    private let state = Mutex(State())

    func post(_ name: String) {
        let woken = state.withLock { state in
            state.names.insert(name)
            let woken = state.waiters.filter { $0.names.contains(name) }
            state.waiters.removeAll { $0.names.contains(name) }
            return woken
        }
        for waiter in woken {
            waiter.continuation.resume()
        }
    }

    func has(_ name: String) -> Bool {
        state.withLock { $0.names.contains(name) }
    }

    /// Waits until one of `names` has happened.
    func wait(for names: String...) async {
        await withCheckedContinuation { continuation in
            let hasHappened = state.withLock { state in
                if !state.names.isDisjoint(with: names) { return true }
                state.waiters.append(Waiter(names: Set(names), continuation: continuation))
                return false
            }
            if hasHappened { continuation.resume() }
        }
    }
}
