package import FoundationEssentials

/// A limit that is used up, as upstream describes it.
package struct RateLimitNotice: Hashable, Sendable {
    /// The longest wait that upstream may demand, in seconds.
    package static let longestWait = 3_600

    /// Upstream's name for the budget.
    package var resource: String
    package var limit: Int?
    package var remaining: Int?
    package var resetAt: Date?
    /// Seconds until another request may succeed, from 1 to ``longestWait``.
    package var retryAfter: Int
    /// A limit on speed, not on the requests of a window.
    package var isSecondary: Bool

    package init(
        resource: String, limit: Int? = nil, remaining: Int? = nil, resetAt: Date? = nil,
        retryAfter: Int, isSecondary: Bool
    ) {
        self.resource = resource
        self.limit = limit
        self.remaining = remaining
        self.resetAt = resetAt
        self.retryAfter = retryAfter
        self.isSecondary = isSecondary
    }
}
