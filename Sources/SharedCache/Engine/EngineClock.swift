/// The engine's clock, known from the last reply that contained its time.
///
/// Between replies, this machine's monotonic clock continues it. The engine read its clock between
/// the sending of the command and the arrival of the reply, so its time is known to within that.
struct EngineClock: Sendable {
    typealias Instant = ContinuousClock.Instant

    struct Sample: Sendable {
        let time: EngineTime
        let sentAt: Instant
        let receivedAt: Instant

        /// The latest that the engine's clock can show.
        func latest(at now: Instant) -> EngineTime { time + (now - sentAt) }

        /// The earliest that it can show.
        func earliest(at now: Instant) -> EngineTime { time + (now - receivedAt) }
    }

    /// How long the time in a reply is used.
    private static let longestUse = Duration.seconds(5)

    private var sample: Sample?

    /// Records the time in a reply; the newest one counts.
    mutating func learn(_ new: Sample) {
        if let sample, sample.receivedAt > new.receivedAt { return }
        sample = new
    }

    /// Nil if the engine must be asked.
    func sample(at now: Instant) -> Sample? {
        guard let sample, now - sample.receivedAt < Self.longestUse else { return nil }
        return sample
    }

    /// The next connection may lead to another engine.
    mutating func forget() {
        sample = nil
    }
}
