/// A time of the engine's clock.
struct EngineTime: Hashable, Sendable, Comparable {
    /// Since 1970, as in the engine's `TIME`.
    let microseconds: Int64

    static func < (left: EngineTime, right: EngineTime) -> Bool {
        left.microseconds < right.microseconds
    }

    static func + (time: EngineTime, duration: Duration) -> EngineTime {
        EngineTime(microseconds: time.microseconds &+ duration.inMicroseconds)
    }

    static func - (left: EngineTime, right: EngineTime) -> Duration {
        .microseconds(left.microseconds - right.microseconds)
    }
}

extension Duration {
    var inMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000
    }

    var inSeconds: Double { Double(inMicroseconds) / 1_000_000 }
}
