/// What the engine's clock shows, from the last reply that had its time in it.
///
/// Between replies this machine's monotonic clock counts on. The engine looked at its clock between
/// the command's departure and the reply's arrival, so that its time is known to within that.
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

    /// How long a reply's time is good for.
    private static let longestUse = Duration.seconds(5)

    private var sample: Sample?

    /// Takes the time out of a reply, of which the newest counts.
    mutating func learn(_ new: Sample) {
        if let sample, sample.receivedAt > new.receivedAt { return }
        sample = new
    }

    /// Nil where the engine must be asked.
    func sample(at now: Instant) -> Sample? {
        guard let sample, now - sample.receivedAt < Self.longestUse else { return nil }
        return sample
    }

    /// Another connection may be one to another engine.
    mutating func forget() {
        sample = nil
    }
}
