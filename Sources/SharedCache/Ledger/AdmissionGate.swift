import Synchronization

/// Lets requests of one budget ask for admission one at a time, and limits this server's concurrent
/// requests.
///
/// While the first one waits, those behind it do not ask the engine.
final class AdmissionGate: Sendable {
    private struct State {
        var active = 0
        var isAsking = false
        var limit: Int
        var queue: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
        var last = 0

        var next: CheckedContinuation<Bool, Never>? {
            mutating get {
                guard !isAsking, active < limit, !queue.isEmpty else { return nil }
                isAsking = true
                return queue.removeFirst().continuation
            }
        }
    }

    private let state: Mutex<State>

    init(limit: Int) {
        state = Mutex(State(limit: limit))
    }

    /// Waits for the turn to ask.
    ///
    /// - Returns: false if the task was cancelled; the caller then has no turn.
    func enter() async -> Bool {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                var isCancelled = false
                advance { state in
                    isCancelled = Task.isCancelled
                    if !isCancelled { state.queue.append((number, continuation)) }
                }
                if isCancelled { continuation.resume(returning: false) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.queue.firstIndex { $0.number == number }.map {
                    state.queue.remove(at: $0).continuation
                }
            }
            continuation?.resume(returning: false)
        }
    }

    /// Ends the turn, whether the request was admitted or not.
    func decide(isAdmitted: Bool) {
        advance { state in
            state.isAsking = false
            if isAdmitted { state.active += 1 }
        }
    }

    /// A request has ended.
    func leave() {
        advance { $0.active -= 1 }
    }

    func setLimit(_ limit: Int) {
        advance { $0.limit = limit }
    }

    private func advance(_ change: (inout State) -> Void) {
        let next = state.withLock { state in
            change(&state)
            return state.next
        }
        next?.resume(returning: true)
    }
}
