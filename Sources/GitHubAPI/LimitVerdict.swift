import HTTPCore
import HTTPTypes

/// Which of the things that GitHub says with 403 and 429 an answer is.
///
/// 403 means the primary limit, the secondary limit, no permission, no User-Agent, or a blocked
/// repository. Only the first two pass by waiting.
enum LimitVerdict: Hashable {
    /// Not a limit: the answer goes up as it is.
    case none
    /// The hour's, or the search's minute's, budget is used up.
    case primary
    /// Too fast, too many at once, or too costly.
    case secondary

    init(_ response: HTTPTransportResponse, _ fields: LimitFields) {
        let status = response.head.status.code
        guard status == 403 || status == 429 else {
            self = .none
            return
        }
        let message = GitHubMessage(body: response.body)
        let text = (message.message ?? "").lowercased()
        let link = (message.documentationURL ?? "").lowercased()
        let isTold =
            text.contains("secondary rate limit") || text.contains("abuse detection")
            || link.hasSuffix("secondary-rate-limits") || link.hasSuffix("abuse-rate-limits")
        if isTold {
            self = .secondary
        } else if text.contains("rate limit exceeded") {
            self = .primary
        } else if fields.remaining == 0, status == 429 || text.isEmpty {
            self = .primary
        } else if status == 429 || fields.retryAfter != nil {
            self = .secondary
        } else {
            // A permission refused with the last request of the hour has `remaining: 0` too.
            self = .none
        }
    }
}
