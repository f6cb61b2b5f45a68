import FoundationEssentials

/// Why a request got no response: one case for each thing a caller may do differently.
package enum HTTPTransportError: Error, Hashable {
    /// Upstream could not be reached, or answered 5xx to the last attempt.
    case unavailable(UpstreamFailure)
    /// Upstream says to wait, or was not asked since it is known to.
    case rateLimited(RateLimitNotice)
    /// Upstream answered with something that is not what was asked for.
    case invalidBody(status: Int, reason: String)
    /// Not stored, and no connection may be opened.
    case offline
    case cancelled
}

/// How an upstream could not be reached.
package struct UpstreamFailure: Hashable, Sendable {
    package enum Cause: String, Hashable, Sendable, CaseIterable {
        case dns, connect, tls, timeout, reset
        /// An answer with a 5xx status.
        case http
    }

    package var cause: Cause
    /// The status of a ``Cause/http`` failure.
    package var status: Int?
    /// Requests that were sent in vain, the first one included.
    package var attempts: Int
    /// `Retry-After` of the last answer, in seconds.
    package var retryAfter: Int?
    /// Of a ``Cause/timeout``: there was not even a connection by then.
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

    /// Whether upstream was not reached at all, so that other requests to it will fare no better.
    package var isOutage: Bool {
        switch cause {
        case .dns, .connect, .tls: true
        case .timeout: isUnconnected
        case .reset, .http: false
        }
    }
}

/// A limit that is used up, as GitHub describes it.
package struct RateLimitNotice: Hashable, Sendable {
    /// GitHub's name of the budget: `core`, `search`, ...
    package var resource: String
    package var limit: Int?
    package var remaining: Int?
    package var resetAt: Date?
    /// Seconds until a new request makes sense, at least 1.
    package var retryAfter: Int
    /// GitHub's secondary limit (too fast), not the hourly one.
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
