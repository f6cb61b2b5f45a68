import FoundationEssentials
import HTTPCore
import Secrets

/// The known state of each budget of each identity. A plain value, driven by
/// ``RateLimitTransport``.
struct RateLimitState {
    /// One of GitHub's budgets. Anonymous budgets have no identity.
    struct Budget: Hashable {
        let identity: Secret?
        /// GitHub's name.
        let resource: String
    }

    private struct Entry {
        var limit: Int?
        var remaining: Int?
        var resetAt: Date?
        /// The number of requests that had been sent when this state was learned.
        var learnedAt = 0
        var isPrimaryClosed = false
        var secondaryUntil: Date?
        /// The number of consecutive secondary limits.
        var strikes = 0
        /// The last response that was a limit, as upstream sent it to a client.
        var refusal: HTTPTransportResponse?
    }

    private var entries: [Budget: Entry] = [:]
    private var requestCount = 0

    /// The number of the next request, in the order of sending, which distinguishes old responses
    /// from new ones.
    mutating func nextNumber() -> Int {
        requestCount += 1
        return requestCount
    }

    /// Why no request may be sent now, or nil if one may.
    func notice(_ budget: Budget, at now: Date) -> RateLimitNotice? {
        guard let entry = entries[budget] else { return nil }
        let secondary = Self.ahead(entry.secondaryUntil, of: now)
        let primary = entry.isPrimaryClosed ? Self.ahead(entry.resetAt, of: now) : nil
        guard let until = secondary ?? primary else { return nil }
        let wait = Int(until.timeIntervalSince(now).rounded(.up))
        return RateLimitNotice(
            resource: budget.resource, limit: entry.limit, remaining: entry.remaining,
            resetAt: until, retryAfter: min(max(1, wait), RateLimitNotice.longestWait),
            isSecondary: secondary != nil)
    }

    /// Nil if `until` is not in the future, or farther away than any limit lasts: then the clock has
    /// been set back.
    private static func ahead(_ until: Date?, of now: Date) -> Date? {
        let limit = now.addingTimeInterval(Double(RateLimitNotice.longestWait + 60))
        return until.flatMap { $0 > now && $0 <= limit ? $0 : nil }
    }

    /// Records the response to the request of this number, and returns the notice if it is a limit.
    mutating func record(
        _ verdict: LimitVerdict, _ fields: LimitFields, _ budget: Budget, _ number: Int,
        at now: Date
    ) -> RateLimitNotice? {
        var entry = entries[budget] ?? Entry()
        learn(fields, &entry, number, at: now)
        switch verdict {
        case .none: (entry.strikes, entry.refusal) = (0, nil)
        case .primary: close(&entry, fields, at: now)
        case .secondary: slow(&entry, fields, at: now)
        }
        makeRoom(for: budget, at: now)
        entries[budget] = entry
        return verdict == .none ? nil : notice(budget, at: now)
    }

    /// Keeps a response that is a limit, for the clients that come until the limit ends.
    mutating func keep(_ refusal: HTTPTransportResponse, _ budget: Budget) {
        entries[budget]?.refusal = refusal
    }

    func refusal(_ budget: Budget) -> HTTPTransportResponse? { entries[budget]?.refusal }

    /// What is known of the budgets of an identity whose windows have not ended, by name.
    func open(of identity: Secret?, at now: Date) -> [RateLimitTransport.Limit] {
        entries.compactMap { budget, entry in
            guard budget.identity == identity, let remaining = entry.remaining,
                let resetAt = Self.ahead(entry.resetAt, of: now)
            else { return nil }
            return (budget.resource, remaining, resetAt)
        }.sorted { $0.resource < $1.resource }
    }

    /// Each login has its own budgets; the oldest ones are removed, those that are closed last.
    private mutating func makeRoom(for budget: Budget, at now: Date) {
        guard entries[budget] == nil, entries.count >= Self.maximumEntries else { return }
        func rank(_ budget: Budget, _ entry: Entry) -> (Int, Int) {
            (notice(budget, at: now) == nil ? 0 : 1, entry.learnedAt)
        }
        let first = entries.min { rank($0.key, $0.value) < rank($1.key, $1.value) }
        if let first { entries[first.key] = nil }
    }

    /// Responses arrive in any order: within one window the lowest `remaining` counts, unless the
    /// request was sent after that was known.
    private func learn(
        _ fields: LimitFields, _ entry: inout Entry, _ number: Int, at now: Date
    ) {
        guard let remaining = fields.remaining, let reset = localReset(fields, at: now) else {
            return
        }
        if number <= entry.learnedAt, let known = entry.resetAt {
            let isSameWindow = abs(known.timeIntervalSince(reset)) < 5
            if isSameWindow ? (entry.remaining ?? .max) <= remaining : reset < known { return }
        }
        entry.limit = fields.limit ?? entry.limit
        entry.remaining = remaining
        entry.resetAt = reset
        entry.learnedAt = requestCount
        entry.isPrimaryClosed = remaining == 0
    }

    /// The reset by the local clock, at most ``HTTPCore/RateLimitNotice/longestWait`` away. If the
    /// two clocks differ, the earlier of GitHub's absolute time and of its time relative to `Date`
    /// counts.
    private func localReset(_ fields: LimitFields, at now: Date) -> Date? {
        guard let reset = fields.reset else { return nil }
        let absolute = Date(timeIntervalSince1970: Double(reset))
        guard let sentAt = fields.sentAt else { return Self.bounded(absolute, at: now) }
        return Self.bounded(min(absolute, now.addingTimeInterval(Double(reset - sentAt))), at: now)
    }

    private static func bounded(_ date: Date, at now: Date) -> Date {
        min(date, now.addingTimeInterval(Double(RateLimitNotice.longestWait)))
    }

    private func close(_ entry: inout Entry, _ fields: LimitFields, at now: Date) {
        entry.isPrimaryClosed = true
        entry.remaining = entry.remaining ?? fields.remaining
        let known = localReset(fields, at: now) ?? entry.resetAt
        let wait = Double(max(1, fields.retryAfter ?? Self.shortestWait))
        // GitHub says that the limit is reached, so a reset in the past is an error of the local
        // clock.
        let until = known.flatMap { $0 > now ? $0 : nil } ?? now.addingTimeInterval(wait)
        entry.resetAt = Self.bounded(until, at: now)
    }

    private func slow(_ entry: inout Entry, _ fields: LimitFields, at now: Date) {
        let isRunning = entry.secondaryUntil.map { $0 > now } ?? false
        if !isRunning { entry.strikes += 1 }
        let doubled = min(
            Self.shortestWait << min(entry.strikes - 1, 10), RateLimitNotice.longestWait)
        let wait = max(1, fields.retryAfter ?? doubled)
        let until = now.addingTimeInterval(Double(wait))
        entry.secondaryUntil = Self.bounded(max(until, entry.secondaryUntil ?? until), at: now)
    }

    /// GitHub's advice if it sends no time: a minute, then longer each time.
    private static let shortestWait = 60
    private static let maximumEntries = 512
}
