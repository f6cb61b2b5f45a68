import HTTPCore

/// The state of a budget, according to a response.
package struct LimitReport: Hashable, Sendable {
    package var limit: Int?
    package var remaining: Int?
    /// When the budget is full again, in seconds since 1970 by GitHub's clock. It names the window.
    package var reset: Int?
    /// Seconds until then.
    package var secondsToReset: Double?
    /// Seconds for which GitHub's secondary limit lasts.
    package var secondaryWait: Double?

    package init() {}

    /// - Parameter notice: the limit that the response reports; nil if it reports none.
    init(_ verdict: LimitVerdict, _ fields: LimitFields, _ notice: RateLimitNotice?) {
        let wait = notice.map { Double($0.retryAfter) }
        limit = fields.limit
        remaining = verdict == .primary ? 0 : fields.remaining
        reset = fields.reset
        if let reset, let sentAt = fields.sentAt { secondsToReset = Double(max(0, reset - sentAt)) }
        if verdict == .primary, secondsToReset == nil { secondsToReset = wait }
        if verdict == .secondary { secondaryWait = wait }
    }
}
