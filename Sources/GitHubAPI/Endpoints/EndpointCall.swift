import GitHubUpstream
import HTTPCore
import HTTPTypes

/// One request to one endpoint: the address, and all that is known of the response.
struct EndpointCall: Sendable {
    /// One of GitHub's budgets, by its name.
    enum Budget: String, Sendable {
        case core, search
    }

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
    }

    /// The address of the endpoint.
    let address: WebAddress
    /// The address of one of its further pages, as GitHub names it.
    var page: WebAddress?
    /// Nil for a body of any kind.
    let shape: RequestFacts.Shape?
    /// The user or repository that may be missing, in words: `user octocat`; nil for an endpoint
    /// that every GitHub has.
    var resource: String?
    /// The account that the response is about.
    var login: String?
    var accept = "application/vnd.github+json"
    /// Nil if GitHub does not limit the request.
    var budget: Budget? = .core
    var isFree = false
    var lifetime = Lifetime.standard
    /// Whether a 404 is an answer, which is stored for a minute, or 5 without a token: what is
    /// asked for may be missing where its repository exists.
    var mayBeMissing = false
    /// The `per_page` of a list: no page is believed beyond it.
    var pageSize = GitHubClient.pageSize

    var isImage: Bool { shape == .image }

    /// The same request for another page.
    func at(_ page: WebAddress) -> EndpointCall {
        var copy = self
        copy.page = page
        return copy
    }

    /// Throws for every status except 200, and 404 of what may be missing.
    func check(_ response: HTTPTransportResponse) throws(GitHubError) {
        let status = response.head.status.code
        guard status != 200, status != 404 || !mayBeMissing else { return }
        let message = GitHubMessage(body: response.body)
        let text = message.message ?? response.head.status.reasonPhrase
        switch status {
        case 401: throw .unauthorized(status: status)
        case 403, 451:
            let refusal = Refusal(status: status, message: text, isBlock: message.isBlock)
            throw .forbidden(status: status, message: text, refusal)
        case 404, 410:
            guard let resource else {
                throw .invalidResponse(
                    status: status, reason: "the API at this address has no such endpoint")
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
    fileprivate var sentence: String {
        errors.first?.sentence ?? message ?? "GitHub refuses the query"
    }
}
