import HTTPCore

package typealias Provenance = HTTPCore.Provenance
package typealias Secret = HTTPCore.Secret
package typealias RateLimitNotice = HTTPCore.RateLimitNotice
package typealias UpstreamFailure = HTTPCore.UpstreamFailure

/// What GitHub means by a 403 or 451 that is not a limit.
package enum Refusal: Hashable, Sendable {
    /// This identity may not see it; another one may.
    case permission
    /// GitHub took it down, for everybody.
    case blocked
    /// The request itself is turned away, whatever it asks for: no `User-Agent` came through.
    case client
}

/// Why a question to GitHub got no answer: one case for each thing a caller may do differently.
package enum GitHubError: Error, Hashable {
    /// 404 or 410. The resource in words: `user octocat`.
    case notFound(status: Int, resource: String)
    /// 401: the credential is missing, wrong or expired.
    case unauthorized(status: Int)
    /// 403 or 451 that is not a limit, with GitHub's own message.
    case forbidden(status: Int, message: String, Refusal)
    /// A limit is used up, by GitHub's word or since it is known to be.
    case rateLimited(RateLimitNotice)
    /// GitHub could not be reached, or answered 5xx.
    case unavailable(UpstreamFailure)
    /// An answer that is not what was asked for.
    case invalidResponse(status: Int, reason: String)
    /// 422: GitHub refuses a value. The field has GitHub's own name, such as `q`, where it says one.
    case invalidQuery(field: String?, message: String)
    /// Not stored, and no connection may be opened.
    case offline
    case cancelled

    /// Whether GitHub could not be asked, so that what is known is the best there is.
    var meansNotAsked: Bool {
        switch self {
        case .rateLimited, .unavailable, .offline: true
        default: false
        }
    }

    init(_ error: HTTPTransportError) {
        switch error {
        case .unavailable(let failure): self = .unavailable(failure)
        case .rateLimited(let notice): self = .rateLimited(notice)
        case .invalidBody(let status, let reason):
            self = .invalidResponse(status: status, reason: reason)
        case .offline: self = .offline
        case .cancelled: self = .cancelled
        }
    }
}
