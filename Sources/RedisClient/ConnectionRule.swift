import NIOCore

/// When a client connects, and what becomes of commands meanwhile.
///
/// Nothing is opened before the first command. Commands wait for the first connection, which comes
/// or fails within ``RedisConnection/connectTime``; while an engine is known to be gone they fail
/// at once, and connections are tried behind them.
struct ConnectionRule {
    enum Answer: Hashable {
        /// Open the first connection; the commands wait for it.
        case connect
        case wait
        case send
        case refuse(RedisError)
    }

    private enum Phase: Hashable {
        case idle
        case connecting
        case up(since: NIODeadline)
        case down(RedisFailure)
        case shutDown
    }

    /// A connection that lasted this long was no failure of the sign-in's kind: it is opened anew
    /// at once, since an engine that was restarted is back soon.
    private static let steady = TimeAmount.seconds(1)
    private static let longestDelay = TimeAmount.seconds(5)

    private var phase = Phase.idle
    private var failures = 0

    var isShutDown: Bool { phase == .shutDown }

    /// Commands are there to be sent.
    mutating func asked() -> Answer {
        switch phase {
        case .idle:
            phase = .connecting
            return .connect
        case .connecting: return .wait
        case .up: return .send
        case .down(let failure): return .refuse(.notSent(failure))
        case .shutDown: return .refuse(.shutDown)
        }
    }

    /// A connection has signed in.
    mutating func opened(at now: NIODeadline) {
        guard phase != .shutDown else { return }
        phase = .up(since: now)
        failures = 0
    }

    /// A connection, or the attempt at one, has ended.
    ///
    /// - Returns: after which time to try the next one; nil for never.
    mutating func ended(_ failure: RedisFailure, at now: NIODeadline) -> TimeAmount? {
        switch phase {
        case .shutDown: return nil
        case .up(let since) where now - since >= Self.steady:
            phase = .down(failure)
            return .zero
        default:
            phase = .down(failure)
            failures += 1
            return min(.seconds(1 << Int64(min(failures, 4) - 1)), Self.longestDelay)
        }
    }

    mutating func shutDown() {
        phase = .shutDown
    }
}
