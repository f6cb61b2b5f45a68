import HTTPCore

/// The polls of one sign-in by device code: when the next is due, and what an answer means.
///
/// A plain value. Times are those of a monotonic clock that goes on while the machine sleeps, so
/// that a wall clock that is wrong or set does no harm.
///
/// - SeeAlso: RFC 8628, sections 3.4 and 3.5.
package struct DeviceFlow: Sendable {
    package typealias Instant = ContinuousClock.Instant

    /// What the token endpoint says to one poll.
    package enum Reply: Hashable, Sendable {
        /// The person has not decided.
        case pending
        /// The polls come too often. GitHub names the new interval, in seconds.
        case slowDown(interval: Int?)
        case granted(Secret)
        case denied
        case expired
        /// Any other error code.
        case refused(code: String)
        /// There was no answer that can be read. Seconds that the server asks to be left alone.
        case none(retryAfter: Int?)
    }

    /// How a sign-in ended.
    package enum Outcome: Hashable, Sendable {
        case granted(Secret)
        case denied
        case expired
        case refused(code: String)
    }

    /// What is to be done now.
    package enum Next: Hashable, Sendable {
        case poll(after: Duration)
        /// The codes' time is over after this, before another poll is due.
        case expire(after: Duration)
        case end(Outcome)
    }

    /// Seconds between two polls, which only grow.
    package private(set) var interval: Int
    private let deadline: Instant
    /// Seconds until the next poll.
    private var wait: Int

    /// - Parameter askedAt: when the codes were asked for: their time counts from then.
    package init(_ code: DeviceCode, askedAt: Instant) {
        interval = Self.bounded(code.interval)
        wait = interval
        deadline = askedAt.advanced(by: .seconds(max(0, code.lifetime)))
    }

    /// When the next poll is due, counted from `now`, at which the last answer came.
    package func next(at now: Instant) -> Next {
        let pause = Duration.seconds(wait)
        let rest = now.duration(to: deadline)
        return pause < rest ? .poll(after: pause) : .expire(after: max(.zero, rest))
    }

    package mutating func receive(_ reply: Reply, at now: Instant) -> Next {
        switch reply {
        case .pending:
            wait = interval
        case .slowDown(let asked):
            interval = Self.bounded(max(interval + 5, asked ?? 0))
            wait = interval
        case .none(let retryAfter):
            // Twice as long each time, until there is an answer again.
            wait = max(min(wait * 2, max(interval, Self.longestWait)), retryAfter ?? 0)
        case .granted(let token): return .end(.granted(token))
        case .denied: return .end(.denied)
        case .expired: return .end(.expired)
        case .refused(let code): return .end(.refused(code: code))
        }
        return next(at: now)
    }

    private static let longestWait = 60

    /// A server that names no time or an absurd one is asked neither at once nor never again.
    private static func bounded(_ seconds: Int) -> Int {
        min(max(1, seconds), 3_600)
    }
}
