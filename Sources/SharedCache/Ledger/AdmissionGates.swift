import Synchronization

/// Lets requests of one budget ask for admission one at a time, and limits this server's concurrent
/// requests.
///
/// While the first one waits, those behind it do not ask the engine.
final class AdmissionGates: Sendable {
    private struct Gate {
        var active = 0
        var isAsking = false
        var limit: Int
        var queue: [(id: UInt64, continuation: CheckedContinuation<Bool, Never>)] = []

        var next: CheckedContinuation<Bool, Never>? {
            mutating get {
                guard !isAsking, active < limit, !queue.isEmpty else { return nil }
                isAsking = true
                return queue.removeFirst().continuation
            }
        }
    }

    /// By budget. Nothing is kept of a budget without requests.
    private let gates = Mutex<[String: Gate]>([:])
    private let limit: Int

    /// - Parameter limit: most concurrent requests of a budget, until another limit is set.
    init(limit: Int) {
        self.limit = limit
    }

    /// The budgets with requests that wait or run.
    var count: Int { gates.withLock(\.count) }

    /// Waits for the turn to ask. False if the task was cancelled first, which then has no turn.
    func enter(_ budget: String) async -> Bool {
        let id = UInt64.random(in: 0 ... .max)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                var isCancelled = false
                advance(budget) { gate in
                    // Checked under the lock: a later cancellation finds the request in the queue.
                    isCancelled = Task.isCancelled
                    if !isCancelled { gate.queue.append((id, continuation)) }
                }
                if isCancelled { continuation.resume(returning: false) }
            }
        } onCancel: {
            leaveQueue(budget, id)
        }
    }

    /// Ends the turn, whether the request was admitted or not.
    func decide(_ budget: String, isAdmitted: Bool) {
        advance(budget) { gate in
            gate.isAsking = false
            if isAdmitted { gate.active += 1 }
        }
    }

    /// A request has ended.
    func leave(_ budget: String) {
        advance(budget) { $0.active -= 1 }
    }

    func setLimit(_ limit: Int, of budget: String) {
        advance(budget) { $0.limit = limit }
    }

    private func leaveQueue(_ budget: String, _ id: UInt64) {
        var continuation: CheckedContinuation<Bool, Never>?
        advance(budget) { gate in
            guard let index = gate.queue.firstIndex(where: { $0.id == id }) else { return }
            continuation = gate.queue.remove(at: index).continuation
        }
        continuation?.resume(returning: false)
    }

    private func advance(_ budget: String, _ change: (inout Gate) -> Void) {
        let next = gates.withLock { gates in
            var gate = gates[budget] ?? Gate(limit: limit)
            change(&gate)
            let next = gate.next
            let isIdle = gate.active == 0 && !gate.isAsking && gate.queue.isEmpty
            gates[budget] = isIdle ? nil : gate
            return next
        }
        next?.resume(returning: true)
    }
}
