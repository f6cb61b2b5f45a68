/// The clock of the shared cache, which tests control.
package struct Pace: Sendable {
    let now: @Sendable () -> ContinuousClock.Instant
    /// Throws if the task is cancelled meanwhile.
    let sleep: @Sendable (Duration) async throws -> Void

    package init(
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        sleep: @escaping @Sendable (Duration) async throws -> Void = {
            try await Task.sleep(for: $0)
        }
    ) {
        (self.now, self.sleep) = (now, sleep)
    }
}
