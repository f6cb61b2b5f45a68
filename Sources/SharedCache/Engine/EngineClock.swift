/// The engine's clock, known from the last reply that contained its time.
///
/// Between replies, this machine's monotonic clock continues it. The engine read its clock between
/// the sending of the command and the arrival of the reply, so its time is known to within that.
enum EngineClock {
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

    /// How long the time in a reply is used. After that, the engine is asked.
    static let longestUse = Duration.seconds(5)
}
