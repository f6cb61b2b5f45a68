import Synchronization

/// Flights of this server that wait for a message about their question.
final class Waiters: Sendable {
    private let waiters = Mutex<[String: [Waiter]]>([:])

    func register(_ question: String) -> Waiter {
        let waiter = Waiter()
        waiters.withLock { $0[question, default: []].append(waiter) }
        return waiter
    }

    func remove(_ waiter: Waiter, _ question: String) {
        waiters.withLock { waiters in
            waiters[question]?.removeAll { $0 === waiter }
            if waiters[question]?.isEmpty ?? false { waiters[question] = nil }
        }
    }

    func wake(_ question: String, _ message: Waiter.Message) {
        for waiter in waiters.withLock({ $0[question] ?? [] }) { waiter.receive(message) }
    }
}

/// Where one flight waits. The newest message that arrives while it does not wait is kept.
final class Waiter: Sendable {
    enum Message: Hashable, Sendable {
        case published
        /// Sealed, as received.
        case outcome([UInt8])
    }

    private struct State {
        var message: Message?
        /// The wait is over, with or without a message.
        var isOver = false
        var continuation: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func receive(_ message: Message) {
        wake { $0.message = message }
    }

    /// The message, or nil if none arrived in time or the task was cancelled.
    func wait(for duration: Duration) async -> Message? {
        state.withLock { $0.isOver = $0.message != nil }
        let timer = Task {
            try? await Task.sleep(for: duration)
            wake { _ in }
        }
        defer { timer.cancel() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isOver || Task.isCancelled { return true }
                    state.continuation = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            wake { _ in }
        }
        return state.withLock { state in
            defer { state.message = nil }
            return state.message
        }
    }

    private func wake(_ change: (inout State) -> Void) {
        let continuation = state.withLock { state in
            change(&state)
            state.isOver = true
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume()
    }
}
