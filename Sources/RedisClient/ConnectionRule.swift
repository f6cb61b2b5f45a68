import NIOCore

/// When a client connects, and what happens to commands meanwhile.
///
/// Nothing is opened before the first command. Commands wait for the first connection, which
/// succeeds or fails within ``RedisConnection/connectTime``. While an engine is known to be gone,
/// commands fail at once, and the client reconnects in the background.
struct ConnectionRule {
    enum Action: Hashable {
        /// Open the first connection; the commands wait for it.
        case connect
        case wait
        case send
        case refuse(RedisError)
    }

    private enum Phase: Hashable {
        case idle, connecting
        case up(RedisServerFacts, since: NIODeadline)
        case down(RedisError)
        case shutDown
    }

    /// After a connection that lasted this long, the next one is opened at once, and earlier failures
    /// no longer count: the engine works, and is back soon if it was restarted.
    private static let proven = TimeAmount.seconds(10)
    private static let longestDelay = TimeAmount.seconds(5)

    private var phase = Phase.idle
    private var failures = 0

    var isShutDown: Bool { phase == .shutDown }

    var isDown: Bool {
        if case .down = phase { true } else { false }
    }

    var state: RedisState {
        switch phase {
        case .idle, .connecting: .unknown
        case .up(let facts, _): .up(facts)
        case .down(let error): .down(error)
        case .shutDown: .down(.shutDown)
        }
    }

    /// Commands must be sent.
    mutating func asked() -> Action {
        switch phase {
        case .idle:
            phase = .connecting
            return .connect
        case .connecting: return .wait
        case .up: return .send
        case .down(let error): return .refuse(error)
        case .shutDown: return .refuse(.shutDown)
        }
    }

    /// A connection has signed in.
    mutating func opened(_ facts: RedisServerFacts, at now: NIODeadline) {
        if phase != .shutDown { phase = .up(facts, since: now) }
    }

    /// A connection, or an attempt, has ended. Returns the time until the next attempt; nil for none.
    mutating func ended(_ error: RedisError, at now: NIODeadline) -> TimeAmount? {
        if phase == .shutDown { return nil }
        defer { phase = .down(error) }
        if case .up(_, let since) = phase, now - since >= Self.proven {
            failures = 0
            return .zero
        }
        failures += 1
        return min(.seconds(1 << Int64(min(failures, 4) - 1)), Self.longestDelay)
    }

    mutating func shutDown() {
        phase = .shutDown
    }
}
