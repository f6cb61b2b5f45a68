import Synchronization

/// A gate that is closed until it is opened, and then stays open.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until the gate is open, or until the waiting task is cancelled.
    func pass() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let passes = state.withLock { state in
                    if state.isOpen { return true }
                    state.waiters.append(continuation)
                    return false
                }
                if passes { continuation.resume() }
            }
        } onCancel: {
            open()
        }
    }
}
