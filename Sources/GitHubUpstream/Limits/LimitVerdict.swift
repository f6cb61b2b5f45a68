import HTTPCore
import HTTPTypes

/// What GitHub means by a 403 or 429: the primary limit, the secondary limit, no permission, no
/// User-Agent, or a blocked repository. Only the first two end with time.
enum LimitVerdict: Hashable {
    /// Not a rate limit: the response is passed on.
    case none
    /// The budget of the hour, or of the minute for searches, is used up.
    case primary
    /// Too fast, too many at once, or too expensive.
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
        let isUsedUp = fields.remaining == 0 && (status == 429 || text.isEmpty)
        if isTold {
            self = .secondary
        } else if text.contains("rate limit exceeded") || isUsedUp {
            self = .primary
        } else if status == 429 || fields.retryAfter != nil {
            self = .secondary
        } else {
            // A permission refused with the last request of the hour also has `remaining: 0`.
            self = .none
        }
    }
}
