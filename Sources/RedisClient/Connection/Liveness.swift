import NIOCore

/// Decides from the received bytes whether an engine is alive.
///
/// There is one timer per connection, not one per command: while replies are due, the engine is
/// alive as long as bytes arrive, however long one reply takes.
struct Liveness {
    /// How long nothing may come while replies are due.
    static let patience = TimeAmount.milliseconds(500)
    /// A look that is this late shows that this process was delayed, not the engine: bytes that
    /// have arrived may still be unread.
    static let tolerance = TimeAmount.milliseconds(100)

    enum Verdict: Hashable {
        /// Nothing is due; no look is needed until the next command.
        case idle
        case look(at: NIODeadline)
        case dead
    }

    private var isDue = false
    /// The time of the last bytes, or of the command that ended an idle time, whichever is later.
    private var quietSince = NIODeadline.uptimeNanoseconds(0)
    private var nextLook: NIODeadline?

    /// - Returns: when to look, if no look is scheduled yet.
    mutating func asked(at now: NIODeadline) -> NIODeadline? {
        if !isDue {
            isDue = true
            quietSince = now
        }
        guard nextLook == nil else { return nil }
        nextLook = quietSince + Self.patience
        return nextLook
    }

    mutating func received(at now: NIODeadline) {
        quietSince = now
    }

    /// Every reply has arrived.
    mutating func settled() {
        isDue = false
    }

    /// The scheduled look.
    mutating func look(at now: NIODeadline) -> Verdict {
        let planned = nextLook ?? now
        nextLook = nil
        guard isDue else { return .idle }
        let end = quietSince + Self.patience
        if end <= now {
            if now - planned <= Self.tolerance { return .dead }
            nextLook = now + Self.tolerance
        } else {
            nextLook = end
        }
        return .look(at: nextLook ?? now)
    }
}
