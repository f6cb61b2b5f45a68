package import HTTPCore

/// What GitHub means by a 403 or 451 that is not a limit.
package enum Refusal: Hashable, Sendable {
    /// This identity may not see the resource; another one may.
    case permission
    /// GitHub has blocked the resource for everyone.
    case blocked
    /// GitHub refuses the request itself, whatever its subject: no `User-Agent` arrived.
    case client

    /// What GitHub means by a 403 or 451 with this message.
    package init(status: Int, message: String, isBlock: Bool = false) {
        let text = message.lowercased()
        if status == 451 || isBlock || text.hasSuffix("access blocked") {
            self = .blocked
        } else {
            self = text.contains("administrative rules") ? .client : .permission
        }
    }
}

/// Why a call to GitHub failed: one case for each thing a caller may do differently.
package enum GitHubError: Error, Hashable {
    /// 404 or 410. The resource is in words: `user octocat`.
    case notFound(status: Int, resource: String)
    /// A repository, named in full, has no README.
    case noReadme(repository: String)
    /// 401: the credential is missing, wrong or expired.
    case unauthorized(status: Int)
    /// 403 or 451 that is not a rate limit, with GitHub's own message.
    case forbidden(status: Int, message: String, Refusal)
    /// A rate limit is used up, as GitHub says or as is known already.
    case rateLimited(RateLimitNotice)
    /// GitHub could not be reached, or sent a 5xx.
    case unavailable(UpstreamFailure)
    /// A response other than the expected one.
    case invalidResponse(status: Int, reason: String)
    /// 422: GitHub refuses a value. The field has GitHub's name, such as `q`, if GitHub sends one.
    case invalidQuery(field: String?, message: String)
    /// Not stored, and no connection may be opened.
    case offline
    case cancelled

    /// Whether GitHub could not be asked, so that stored data is the best available.
    var meansNotAsked: Bool {
        switch self {
        case .rateLimited, .unavailable, .offline: true
        case .notFound, .noReadme, .unauthorized, .forbidden, .invalidResponse, .invalidQuery,
            .cancelled:
            false
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
