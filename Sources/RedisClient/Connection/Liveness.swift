import NIOCore

/// Decides from the replies whether an engine is alive.
///
/// There is one timer per connection, not one per command. While replies are due, the engine is
/// alive as long as parts of them arrive, but no batch may take longer than ``longestBatch``.
/// Messages that the engine pushes prove nothing: they may come from anyone who may publish.
struct Liveness {
    /// How long no part of a reply may come while replies are due.
    static let patience = TimeAmount.milliseconds(500)
    /// How long the replies to one batch may take, after those to the batch before it.
    static let longestBatch = TimeAmount.seconds(5)
    /// A look that is this late shows that this process was delayed, not the engine: bytes that
    /// have arrived may still be unread.
    static let tolerance = TimeAmount.milliseconds(100)

    enum Verdict: Hashable {
        /// Nothing is due; no look is needed until the next command.
        case idle
        case look(at: NIODeadline)
        case dead(RedisError)
    }

    private var isDue = false
    /// The time of the last part of a reply, or of a later command that ended an idle time.
    private var quietSince = NIODeadline.uptimeNanoseconds(0)
    /// Since when the first batch has been due.
    private var batchSince = NIODeadline.uptimeNanoseconds(0)
    private var nextLook: NIODeadline?

    private var end: NIODeadline { min(quietSince + Self.patience, batchSince + Self.longestBatch) }

    /// - Returns: when to look, if no look is scheduled yet.
    mutating func asked(at now: NIODeadline) -> NIODeadline? {
        if !isDue {
            isDue = true
            quietSince = now
            batchSince = now
        }
        guard nextLook == nil else { return nil }
        nextLook = end
        return nextLook
    }

    /// A part of a reply has arrived.
    mutating func received(at now: NIODeadline) {
        quietSince = now
    }

    /// The last reply to the first batch has arrived; `isLast` if no other batch is due.
    mutating func completed(isLast: Bool, at now: NIODeadline) {
        isDue = !isLast
        batchSince = now
    }

    /// The scheduled look.
    mutating func look(at now: NIODeadline) -> Verdict {
        let planned = nextLook ?? now
        nextLook = nil
        guard isDue else { return .idle }
        var next = end
        if next <= now {
            if now - planned <= Self.tolerance {
                return .dead(quietSince + Self.patience <= now ? .silent : .slow)
            }
            next = now + Self.tolerance
        }
        nextLook = next
        return .look(at: next)
    }
}
