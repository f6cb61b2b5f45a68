/// The delay before a listener checks the next secret.
///
/// The first three wrong secrets cost nothing, since a client may have read the wrong file. After
/// that every client waits, twice as long after each wrong secret and at most ``maximum``, until a
/// right one arrives or none does for ``memory``. A client with the right secret waits once.
///
/// This is a plain value; the time is a parameter.
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

    /// The delay of a secret that arrives now.
    package func delay(at now: Instant) -> Duration {
        guard let last, last.duration(to: now) < Self.memory, wrong >= Self.freeGuesses else {
            return .zero
        }
        // More doublings would only exceed the maximum.
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
