import Synchronization

/// What callers on any thread have for the transfer thread, and the bell to ring it with.
final class Mailbox: Sendable {
    struct Letters: Sendable {
        var arrivals: [TransferJob] = []
        /// Numbers of requests that nobody waits for any more. Some may be finished by now.
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

    /// Hands over a request, from the task that waits for it.
    ///
    /// A task that is cancelled already, or comes after ``stop()``, is answered here.
    func post(_ job: TransferJob) {
        let isAccepted = state.withLock { state in
            // Asked under the lock: a cancellation from now on finds the job in the mailbox.
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

    /// Tells the thread to give up everything and end. No request is accepted after it.
    func stop() {
        state.withLock { state in
            state.letters.isStopping = true
            state.waker?.wake()
        }
    }

    /// Empties the mailbox.
    func take() -> Letters {
        state.withLock { state in
            defer {
                state.letters.arrivals = []
                state.letters.cancelled = []
            }
            return state.letters
        }
    }

    /// Drops the waker, before its multi handle goes.
    func close() {
        state.withLock { $0.waker = nil }
    }
}
