/// The engine's clock, as read in a reply. This machine's monotonic clock continues it.
///
/// The engine read its clock between the sending of the command and the arrival of the reply, so
/// its time is known to within that.
struct EngineClock: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// How long the time in a reply is used. After that, the engine is asked.
    static let longestUse = Duration.seconds(5)

    let time: EngineTime
    let sentAt: Instant
    let receivedAt: Instant

    /// The latest that the engine's clock can show.
    func latest(at now: Instant) -> EngineTime { time + (now - sentAt) }

    /// The earliest that it can show.
    func earliest(at now: Instant) -> EngineTime { time + (now - receivedAt) }
}
