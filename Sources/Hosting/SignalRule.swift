/// The effect of a signal, by the time at which it arrives.
///
/// The first signal asks for an orderly end, a later one ends the process at once. `timeout` and
/// Vim's `job_stop` send one signal to the process and one to its group, so signals right after the
/// first count as the first.
struct SignalRule: Sendable {
    enum Meaning: Hashable {
        case stop
        case nothing
        /// End now, with this status.
        case exit(CInt)
    }

    /// Signals within this time after the first count as the first.
    static let echoTime = Duration.milliseconds(500)

    private var first: ContinuousClock.Instant?

    var hasCome: Bool { first != nil }

    mutating func received(_ number: CInt, at now: ContinuousClock.Instant) -> Meaning {
        guard let first else {
            first = now
            return .stop
        }
        return first.duration(to: now) < Self.echoTime ? .nothing : .exit(128 + number)
    }
}
