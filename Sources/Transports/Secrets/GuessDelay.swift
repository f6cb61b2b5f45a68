/// How long a listener waits before it looks at the next secret.
///
/// The first three wrong ones cost nothing, as somebody may have mistaken the file. From then on
/// everyone waits, twice as long after each wrong one up to ``maximum``, until a right one comes or
/// none for ``memory``. A client with the right secret waits once, no longer than that.
///
/// A plain value: it waits for nothing, and the time comes in.
package struct GuessDelay: Sendable {
    package typealias Instant = ContinuousClock.Instant

    package static let freeGuesses = 3
    package static let first = Duration.milliseconds(250)
    package static let maximum = Duration.seconds(2)

    /// How long wrong secrets are remembered.
    package static let memory = Duration.seconds(60)

    private var wrong = 0
    private var last: Instant?

    package init() {}

    /// How long the secret of a client that shows one now is left alone.
    package func delay(at now: Instant) -> Duration {
        guard let last, last.duration(to: now) < Self.memory, wrong >= Self.freeGuesses else {
            return .zero
        }
        // More doublings would only pass the maximum by more.
        return min(Self.first * (1 << min(wrong - Self.freeGuesses, 8)), Self.maximum)
    }

    package mutating func wasWrong(at now: Instant) {
        if let last, last.duration(to: now) >= Self.memory { wrong = 0 }
        wrong += 1
        last = now
    }

    package mutating func wasRight() {
        wrong = 0
    }
}
