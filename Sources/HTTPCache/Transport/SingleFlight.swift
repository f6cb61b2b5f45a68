import Synchronization

/// Lets all who ask for the same at the same time share one operation.
///
/// The first to ask starts it; those who ask before it has ended wait for its outcome, value or
/// error. Whoever is cancelled leaves at once and alone; when the last has left, the operation
/// itself is cancelled, and whoever asks next starts a new one.
package final class SingleFlight<Key: Hashable & Sendable, Value: Sendable, Failure: Error>:
    Sendable
{
    package typealias Outcome = Result<Value, Failure>

    private struct Flight {
        let id: Int
        let task: Task<Void, Never>
        var waiters: [Int: CheckedContinuation<Outcome, Never>]
    }

    private struct State {
        var flights: [Key: Flight] = [:]
        /// Every operation that has not ended, also those that nobody waits for any more.
        var tasks: [Int: Task<Void, Never>] = [:]
        var lastID = 0

        mutating func nextID() -> Int {
            lastID += 1
            return lastID
        }
    }

    private let state = Mutex(State())
    private let cancellation: Failure

    /// - Parameter cancellation: what a caller gets whose task was cancelled.
    package init(cancellation: Failure) {
        self.cancellation = cancellation
    }

    /// The outcome of the operation under way for `key`, or of `operation`, which is then started.
    package func value(
        for key: Key, operation: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await sharedValue(for: key, operation: operation).value
    }

    /// The same, and whether the operation was under way before.
    package func sharedValue(
        for key: Key, operation: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> (value: Value, isShared: Bool) {
        let waiter = state.withLock { $0.nextID() }
        var isShared = false
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                isShared = join(key, waiter, continuation, operation)
            }
        } onCancel: {
            leave(key, waiter)
        }
        return (try outcome.get(), isShared)
    }

    /// How many wait for the operation of `key`; 0 if none is under way.
    package func waiterCount(for key: Key) -> Int {
        state.withLock { $0.flights[key]?.waiters.count ?? 0 }
    }

    /// Cancels every operation and waits until all have ended.
    package func cancelAll() async {
        let tasks = state.withLock { Array($0.tasks.values) }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    /// - Returns: whether the operation of `key` was under way.
    private func join(
        _ key: Key, _ waiter: Int, _ continuation: CheckedContinuation<Outcome, Never>,
        _ operation: @escaping @Sendable () async throws(Failure) -> Value
    ) -> Bool {
        let (isCancelled, isShared) = state.withLock { state in
            // Looked at under the lock: a cancellation after this line finds the waiter.
            if Task.isCancelled { return (true, false) }
            let isShared = state.flights[key] != nil
            if !isShared {
                let id = state.nextID()
                let task = Task { await self.run(key, id, operation) }
                state.tasks[id] = task
                state.flights[key] = Flight(id: id, task: task, waiters: [:])
            }
            state.flights[key]?.waiters[waiter] = continuation
            return (false, isShared)
        }
        if isCancelled { continuation.resume(returning: .failure(cancellation)) }
        return isShared
    }

    private func leave(_ key: Key, _ waiter: Int) {
        let continuation = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            let continuation = state.flights[key]?.waiters.removeValue(forKey: waiter)
            if let flight = state.flights[key], flight.waiters.isEmpty {
                state.flights[key] = nil
                flight.task.cancel()
            }
            return continuation
        }
        continuation?.resume(returning: .failure(cancellation))
    }

    private func run(
        _ key: Key, _ id: Int, _ operation: () async throws(Failure) -> Value
    ) async {
        let outcome: Outcome
        do {
            outcome = .success(try await operation())
        } catch {
            outcome = .failure(error)
        }
        let waiters = state.withLock { state in
            state.tasks[id] = nil
            guard let flight = state.flights[key], flight.id == id else {
                return [CheckedContinuation<Outcome, Never>]()
            }
            state.flights[key] = nil
            return Array(flight.waiters.values)
        }
        for waiter in waiters { waiter.resume(returning: outcome) }
    }
}
