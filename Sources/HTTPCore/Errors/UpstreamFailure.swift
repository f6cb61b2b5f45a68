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
