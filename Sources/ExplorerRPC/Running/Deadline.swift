import JSONRPC

/// A request took longer than its time limit.
package struct DeadlineExceeded: Error, Hashable {
    package let seconds: Double
}

/// Runs `work` for at most `seconds`, then cancels it and throws ``DeadlineExceeded``.
func withDeadline<Value: Sendable>(
    seconds: Double, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask(operation: work)
        group.addTask {
            await waitUnlessCancelled(seconds: seconds)
            throw DeadlineExceeded(seconds: seconds)
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
    }
}

/// Waits until the time is up or the task is cancelled. A `Task.sleep` that is cancelled would keep
/// 600 bytes until its time is up.
private func waitUnlessCancelled(seconds: Double) async {
    let (end, continuation) = AsyncStream.makeStream(of: Never.self)
    let limit = TimeLimits.shared.add(.seconds(seconds)) { continuation.finish() }
    defer { TimeLimits.shared.remove(limit) }
    for await _ in end {}
}
