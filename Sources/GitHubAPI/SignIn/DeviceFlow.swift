package import Secrets

/// The polls of one sign-in by device code: when the next is due, and what a reply means.
///
/// Times are those of a monotonic clock that continues while the machine sleeps.
///
/// - SeeAlso: RFC 8628, sections 3.4 and 3.5.
package struct DeviceFlow: Sendable {
    package typealias Instant = ContinuousClock.Instant

    /// The token endpoint's reply to one poll.
    package enum Reply: Hashable, Sendable {
        /// The person has not decided yet.
        case pending
        /// The polls are too frequent. GitHub sends the new interval, in seconds.
        case slowDown(interval: Int?)
        case ended(Outcome)
        /// There was no readable reply. The server may demand a wait, in seconds.
        case none(retryAfter: Int?)
    }

    /// The outcome of a sign-in.
    package enum Outcome: Hashable, Sendable {
        case granted(Secret)
        case denied
        case expired
        /// Any other error code.
        case refused(code: String)
    }

    /// What to do next.
    package enum Next: Hashable, Sendable {
        case poll(after: Duration)
        /// After this time the codes expire, before another poll is due.
        case expire(after: Duration)
        case end(Outcome)
    }

    /// Seconds between two polls; this only increases.
    package private(set) var interval: Int
    private let deadline: Instant
    /// Seconds until the next poll.
    private var wait: Int

    /// - Parameter askedAt: when the codes were requested; their lifetime starts then.
    package init(_ code: DeviceCode, askedAt: Instant) {
        interval = Self.bounded(code.interval)
        wait = interval
        deadline = askedAt.advanced(by: .seconds(max(0, code.lifetime)))
    }

    /// When the next poll is due, relative to `now`, the time of the last reply.
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
            // Doubles each time, until there is a reply again.
            wait = max(min(wait * 2, max(interval, Self.longestWait)), retryAfter ?? 0)
        case .ended(let outcome): return .end(outcome)
        }
        return next(at: now)
    }

    private static let longestWait = 60

    /// A server that sends an absurd interval is polled neither at once nor never again.
    private static func bounded(_ seconds: Int) -> Int {
        min(max(1, seconds), 3_600)
    }
}
