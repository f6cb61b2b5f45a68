import FoundationEssentials
import HTTPCore

/// What is known of each budget of each identity. A plain value, driven by ``RateLimitTransport``.
struct RateLimitState {
    /// One of the budgets that GitHub counts: anonymous ones have no identity.
    struct Budget: Hashable {
        let identity: Secret?
        /// GitHub's name: `core`, `search`, ...
        let resource: String
    }

    /// The order in which requests went out, to tell an old answer from a new one.
    struct Ticket {
        fileprivate let number: Int
    }

    private struct Entry {
        var limit: Int?
        var remaining: Int?
        var resetAt: Date?
        /// The request, by ticket, with which the above was learned.
        var learnedAt = 0
        var isPrimaryClosed = false
        var secondaryUntil: Date?
        /// Secondary limits met one after the other.
        var strikes = 0
    }

    private var entries: [Budget: Entry] = [:]
    private var ticketsGiven = 0

    mutating func ticket() -> Ticket {
        ticketsGiven += 1
        return Ticket(number: ticketsGiven)
    }

    /// Why no request may go out now, or nil if one may.
    func notice(_ budget: Budget, at now: Date) -> RateLimitNotice? {
        guard let entry = entries[budget] else { return nil }
        if let until = entry.secondaryUntil, until > now {
            return notice(entry, budget, until: until, now, isSecondary: true)
        }
        // A window that ends later than any window lasts: our clock was set back since.
        guard entry.isPrimaryClosed, let resetAt = entry.resetAt, resetAt > now,
            resetAt.timeIntervalSince(now) <= Self.longestWindow
        else { return nil }
        return notice(entry, budget, until: resetAt, now, isSecondary: false)
    }

    /// Learns from an answer, and says whether it is a limit.
    mutating func record(
        _ verdict: LimitVerdict, _ fields: LimitFields, _ budget: Budget, _ ticket: Ticket,
        at now: Date
    ) -> RateLimitNotice? {
        var entry = entries[budget] ?? Entry()
        learn(fields, &entry, ticket, at: now)
        switch verdict {
        case .none: entry.strikes = 0
        case .primary: close(&entry, fields, at: now)
        case .secondary: slow(&entry, fields, at: now)
        }
        entries[budget] = entry
        return verdict == .none ? nil : notice(budget, at: now)
    }

    /// Answers come back in any order: within one window the lowest `remaining` counts, unless
    /// the request was sent after that was known.
    private func learn(
        _ fields: LimitFields, _ entry: inout Entry, _ ticket: Ticket, at now: Date
    ) {
        guard let remaining = fields.remaining, let reset = localReset(fields, at: now) else {
            return
        }
        let isNewer = ticket.number > entry.learnedAt
        let sameWindow = entry.resetAt.map { abs($0.timeIntervalSince(reset)) < 5 } ?? false
        if !isNewer, let known = entry.resetAt, reset < known, !sameWindow { return }
        if !isNewer, sameWindow, let known = entry.remaining, known <= remaining { return }
        entry.limit = fields.limit ?? entry.limit
        entry.remaining = remaining
        entry.resetAt = reset
        entry.learnedAt = ticketsGiven
        entry.isPrimaryClosed = remaining == 0
    }

    /// The reset by our clock. Where the two clocks differ, the nearer of what GitHub says
    /// absolutely and what it says relative to its own `Date` counts.
    private func localReset(_ fields: LimitFields, at now: Date) -> Date? {
        guard let reset = fields.reset else { return nil }
        let absolute = Date(timeIntervalSince1970: Double(reset))
        guard let sentAt = fields.sentAt else { return absolute }
        return min(absolute, now.addingTimeInterval(Double(reset - sentAt)))
    }

    private func close(_ entry: inout Entry, _ fields: LimitFields, at now: Date) {
        entry.isPrimaryClosed = true
        entry.remaining = entry.remaining ?? fields.remaining
        let known = localReset(fields, at: now) ?? entry.resetAt
        let wait = Double(fields.retryAfter ?? Self.shortestWait)
        // GitHub says the limit is met: a reset that has passed is our clock's mistake.
        entry.resetAt = known.flatMap { $0 > now ? $0 : nil } ?? now.addingTimeInterval(wait)
    }

    private func slow(_ entry: inout Entry, _ fields: LimitFields, at now: Date) {
        let isRunning = entry.secondaryUntil.map { $0 > now } ?? false
        if !isRunning { entry.strikes += 1 }
        let doubled = min(Self.shortestWait << min(entry.strikes - 1, 10), Self.longestWait)
        let wait = max(1, fields.retryAfter ?? doubled)
        let until = now.addingTimeInterval(Double(wait))
        entry.secondaryUntil = max(until, entry.secondaryUntil ?? until)
    }

    private func notice(
        _ entry: Entry, _ budget: Budget, until: Date, _ now: Date, isSecondary: Bool
    ) -> RateLimitNotice {
        RateLimitNotice(
            resource: budget.resource, limit: entry.limit, remaining: entry.remaining,
            resetAt: until,
            retryAfter: max(1, Int(until.timeIntervalSince(now).rounded(.up))),
            isSecondary: isSecondary)
    }

    /// GitHub's advice where it gives no time: a minute, then longer each time.
    private static let shortestWait = 60
    private static let longestWait = 3_600
    /// GitHub's longest window, and a minute by which clocks may differ.
    private static let longestWindow = 3_660.0
}
