/// How time passes for the shared cache. In tests it passes as they say.
package struct Pace: Sendable {
    let now: @Sendable () -> EngineClock.Instant
    /// Throws if the task is cancelled meanwhile.
    let sleep: @Sendable (Duration) async throws -> Void

    package init(
        now: @escaping @Sendable () -> ContinuousClock.Instant,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        (self.now, self.sleep) = (now, sleep)
    }

    package static let real = Pace(now: { .now }, sleep: { try await Task.sleep(for: $0) })
}
