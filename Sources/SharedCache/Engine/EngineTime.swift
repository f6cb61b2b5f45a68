import RedisClient

/// A time of the engine's clock.
struct EngineTime: Hashable, Sendable {
    /// Since 1970, as in the engine's `TIME`. Before the year 2250, so that no difference of
    /// times overflows.
    let microseconds: Int64

    private static let range: Range<Int64> = 1..<1 << 53

    /// - Returns: nil for a number that no working clock shows.
    init?(microseconds: Int64) {
        guard Self.range.contains(microseconds) else { return nil }
        self.microseconds = microseconds
    }

    /// The reply to `TIME`: seconds and microseconds.
    init?(_ reply: RESPValue) {
        guard let parts = reply.elements, parts.count == 2, let seconds = parts[0].integer,
            let rest = parts[1].integer, (0..<1 << 33).contains(seconds),
            (0..<1_000_000).contains(rest)
        else { return nil }
        self.init(microseconds: seconds * 1_000_000 + rest)
    }

    static func + (time: EngineTime, duration: Duration) -> EngineTime {
        let sum = time.microseconds &+ duration.inMicroseconds
        return EngineTime(
            microseconds: min(max(sum, range.lowerBound), range.upperBound - 1)) ?? time
    }
}

extension Duration {
    var inMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000
    }

    var inSeconds: Double { Double(inMicroseconds) / 1_000_000 }
}
