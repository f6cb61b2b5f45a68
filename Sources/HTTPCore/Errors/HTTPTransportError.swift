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
