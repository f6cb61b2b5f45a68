import Synchronization

/// Lets all callers with the same key at the same time share one operation.
///
/// The first caller starts it. Callers that arrive before it has ended wait for its outcome, value
/// or error. A cancelled caller leaves at once. When the last one has left, the operation is
/// cancelled, and the next caller starts a new one.
final class SingleFlight<Key: Hashable & Sendable, Value: Sendable, Failure: Error>:
    Sendable
{
    typealias Outcome = Result<Value, Failure>

    private struct Flight {
        let id: UInt64
        var waiters: [UInt64: CheckedContinuation<Outcome, Never>]
    }

    private struct State {
        var flights: [Key: Flight] = [:]
        /// Every operation that has not ended, by id, including those without waiting callers.
        var tasks: [UInt64: Task<Void, Never>] = [:]
    }

    private let state = Mutex(State())
    private let cancellation: Failure
    private let executor: (any TaskExecutor)?

    /// - Parameter cancellation: the error for a caller whose task was cancelled.
    init(cancellation: Failure, executor: (any TaskExecutor)? = nil) {
        self.cancellation = cancellation
        self.executor = executor
    }

    /// The outcome of the running operation for `key`, or of `operation`, which is then started;
    /// and whether one was running.
    func sharedValue(
        for key: Key, operation: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> (value: Value, isShared: Bool) {
        let waiter = UInt64.random(in: 0 ... .max)
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

    /// The number of callers that wait for the operation of `key`; 0 if none is running.
    func waiterCount(for key: Key) -> Int {
        state.withLock { $0.flights[key]?.waiters.count ?? 0 }
    }

    /// Cancels every operation and waits until all have ended.
    func cancelAll() async {
        let tasks = state.withLock { Array($0.tasks.values) }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    /// - Returns: whether the operation of `key` was already running.
    private func join(
        _ key: Key, _ waiter: UInt64, _ continuation: CheckedContinuation<Outcome, Never>,
        _ operation: @escaping @Sendable () async throws(Failure) -> Value
    ) -> Bool {
        let (isCancelled, isShared) = state.withLock { state in
            // Checked under the lock: a later cancellation finds the waiter.
            if Task.isCancelled { return (true, false) }
            let isShared = state.flights[key] != nil
            if !isShared {
                let id = UInt64.random(in: 0 ... .max)
                state.tasks[id] = Task(executorPreference: executor) {
                    await self.run(key, id, operation)
                }
                state.flights[key] = Flight(id: id, waiters: [:])
            }
            state.flights[key]?.waiters[waiter] = continuation
            return (false, isShared)
        }
        if isCancelled { continuation.resume(returning: .failure(cancellation)) }
        return isShared
    }

    private func leave(_ key: Key, _ waiter: UInt64) {
        let continuation = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            let continuation = state.flights[key]?.waiters.removeValue(forKey: waiter)
            if let flight = state.flights[key], flight.waiters.isEmpty {
                state.flights[key] = nil
                state.tasks[flight.id]?.cancel()
            }
            return continuation
        }
        continuation?.resume(returning: .failure(cancellation))
    }

    private func run(
        _ key: Key, _ id: UInt64, _ operation: () async throws(Failure) -> Value
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
