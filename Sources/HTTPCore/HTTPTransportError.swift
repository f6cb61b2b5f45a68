package import FoundationEssentials

/// Why a request got no response: one case for each thing a caller may do differently.
package enum HTTPTransportError: Error, Hashable {
    /// Upstream could not be reached, or the last attempt got a 5xx.
    case unavailable(UpstreamFailure)
    /// Upstream demands a wait, or was not asked because it is known to.
    case rateLimited(RateLimitNotice)
    /// Upstream sent something other than what was requested.
    case invalidBody(status: Int, reason: String)
    /// Not stored, and no connection may be opened.
    case offline
    case cancelled
}

/// Why upstream could not be reached.
package struct UpstreamFailure: Hashable, Sendable {
    package enum Cause: String, Hashable, Sendable, CaseIterable {
        case dns, connect, tls, timeout, reset
        /// A response with a 5xx status.
        case http
    }

    package var cause: Cause
    /// The status of a ``Cause/http`` failure.
    package var status: Int?
    /// Requests that failed, including the first one.
    package var attempts: Int
    /// `Retry-After` of the last response, in seconds.
    package var retryAfter: Int?
    /// For a ``Cause/timeout``: whether there was no connection by then.
    package var isUnconnected: Bool

    package init(
        cause: Cause, status: Int? = nil, attempts: Int = 1, retryAfter: Int? = nil,
        isUnconnected: Bool = false
    ) {
        self.cause = cause
        self.status = status
        self.attempts = attempts
        self.retryAfter = retryAfter
        self.isUnconnected = isUnconnected
    }

    /// Whether upstream was not reached at all, so that other requests will fail too.
    package var isOutage: Bool {
        switch cause {
        case .dns, .connect, .tls: true
        case .timeout: isUnconnected
        case .reset, .http: false
        }
    }
}

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
