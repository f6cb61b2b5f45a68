import GitHubUpstream
import HTTPCore
import HTTPTypes

/// One request to one endpoint: the address, the media type, and how long the response may be
/// stored.
struct EndpointCall: Sendable {
    /// How long a response may be stored if GitHub's header fields are not sufficient.
    enum Lifetime: Sendable {
        /// At least 5 minutes for anonymous requests, where even a 304 costs rate limit; otherwise
        /// as GitHub says.
        case standard
        /// A minute, although GitHub sends neither lifetime nor validator: the search budget is
        /// small and counted per minute.
        case search
        /// Never stored.
        case none

        func policy(_ options: FetchOptions, isSignedIn: Bool) -> CachePolicy {
            var policy = options.policy
            switch self {
            case .standard: policy.minimumLifetime = isSignedIn ? 0 : 300
            case .search:
                policy.minimumLifetime = 60
                policy.storesWithoutValidator = true
            case .none: policy.bypassesStore = true
            }
            return policy
        }
    }

    static let json = "application/vnd.github+json"
    /// Requests stargazers with the time of each star.
    static let jsonWithStars = "application/vnd.github.star+json"
    static let image = "image/*"

    var address: WebAddress
    /// The user or repository that may be missing, in words: `user octocat`; nil for an endpoint
    /// that every GitHub has.
    var resource: String?
    var accept = Self.json
    var lifetime = Lifetime.standard
    /// The `per_page` of a list: no page is believed beyond it.
    var pageSize = GitHubClient.pageSize

    var isImage: Bool { accept == Self.image }

    /// The same request for another page.
    func at(_ address: WebAddress) -> EndpointCall {
        var copy = self
        copy.address = address
        return copy
    }

    /// Throws for every status except 200.
    func check(_ response: HTTPTransportResponse) throws(GitHubError) {
        let status = response.head.status.code
        guard status != 200 else { return }
        let message = GitHubMessage(body: response.body)
        let text = message.message ?? response.head.status.reasonPhrase
        switch status {
        case 401: throw .unauthorized(status: status)
        case 403, 451:
            throw .forbidden(status: status, message: text, message.refusal(status: status))
        case 404, 410:
            guard let resource else {
                throw .invalidResponse(
                    status: status, reason: "this host has no such endpoint; check --api-url")
            }
            throw .notFound(status: status, resource: resource)
        case 422:
            throw .invalidQuery(field: message.errors.first?.field, message: message.sentence)
        case 500...: throw .unavailable(UpstreamFailure(cause: .http, status: status))
        default:
            throw .invalidResponse(status: status, reason: "expected status 200, found \(status)")
        }
    }
}

extension GitHubMessage {
    /// The most precise message from GitHub: that of the first field, otherwise that of the whole.
    var sentence: String {
        errors.first?.sentence ?? message ?? "GitHub refuses the query"
    }

    fileprivate func refusal(status: Int) -> Refusal {
        let text = (message ?? "").lowercased()
        if status == 451 || isBlock || text.hasSuffix("access blocked") { return .blocked }
        return text.contains("administrative rules") ? .client : .permission
    }
}
