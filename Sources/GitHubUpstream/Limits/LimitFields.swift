import HTTPCore
package import HTTPTypes
import JSONCore

/// The header fields of a response that concern limits.
package struct LimitFields {
    let limit: Int?
    let remaining: Int?
    /// When the budget is full again, in seconds since 1970 by GitHub's clock.
    let reset: Int?
    let resource: String?
    /// `Retry-After` in seconds, at most ``HTTPCore/RateLimitNotice/longestWait``. A date in it is
    /// relative to `Date`.
    package let retryAfter: Int?
    /// When the response was sent, in seconds since 1970 by GitHub's clock.
    let sentAt: Int?

    package init(_ head: HTTPResponse) {
        let fields = head.headerFields
        limit = Self.number(fields[.rateLimit])
        remaining = Self.number(fields[.rateLimitRemaining])
        reset = Self.number(fields[.rateLimitReset])
        resource = fields[.rateLimitResource]
        sentAt = fields[.date].flatMap { Timestamp(httpDate: $0) }?.secondsSince1970
        retryAfter = Self.wait(fields[.retryAfter], from: sentAt)
    }

    private static func wait(_ field: String?, from sentAt: Int?) -> Int? {
        guard let field else { return nil }
        if let seconds = number(field) { return min(seconds, RateLimitNotice.longestWait) }
        guard let date = Timestamp(httpDate: field), let sentAt else { return nil }
        return min(max(0, date.secondsSince1970 - sentAt), RateLimitNotice.longestWait)
    }

    /// Plain decimal digits. A number that is too large counts as GitHub's largest.
    private static func number(_ text: String?) -> Int? {
        guard let text, !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return min(Int(text) ?? .max, WireInteger.range.upperBound)
    }
}
