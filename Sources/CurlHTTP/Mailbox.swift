import Synchronization

/// Passes requests and cancellations from any thread to the transfer thread, and wakes it.
final class Mailbox: Sendable {
    struct Letters: Sendable {
        var arrivals: [TransferJob] = []
        /// The ids of cancelled requests. Some may have finished meanwhile.
        var cancelled: [Int] = []
        var isStopping = false
    }

    private struct State {
        var letters = Letters()
        /// Nil once the transfer thread has ended.
        var waker: MultiHandle.Waker?
    }

    private let state: Mutex<State>

    init(waker: MultiHandle.Waker) {
        state = Mutex(State(waker: waker))
    }

    /// Posts a request, from the task that waits for it.
    ///
    /// If the task has been cancelled, or after ``stop()``, it is answered here.
    func post(_ job: TransferJob) {
        let isAccepted = state.withLock { state in
            // Checked under the lock: a later cancellation finds the job in the mailbox.
            guard !state.letters.isStopping, !Task.isCancelled else { return false }
            state.letters.arrivals.append(job)
            state.waker?.wake()
            return true
        }
        if !isAccepted { job.reply.resume(returning: .cancelled) }
    }

    func cancel(_ id: Int) {
        state.withLock { state in
            state.letters.cancelled.append(id)
            state.waker?.wake()
        }
    }

    /// Tells the thread to end. Later requests are refused.
    func stop() {
        state.withLock { state in
            state.letters.isStopping = true
            state.waker?.wake()
        }
    }

    func take() -> Letters {
        state.withLock { state in
            defer {
                state.letters.arrivals = []
                state.letters.cancelled = []
            }
            return state.letters
        }
    }

    /// Drops the waker before its multi handle is freed.
    func close() {
        state.withLock { $0.waker = nil }
    }
}
