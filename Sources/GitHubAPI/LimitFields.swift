import HTTPTypes

/// What an answer's header fields say of limits.
struct LimitFields {
    let limit: Int?
    let remaining: Int?
    /// When the budget is full again, in seconds since 1970 by GitHub's clock.
    let reset: Int?
    let resource: String?
    /// `Retry-After` in seconds; a date in it is taken as it stands to `Date`.
    let retryAfter: Int?
    /// When the answer was sent, in seconds since 1970 by GitHub's clock.
    let sentAt: Int?

    init(_ head: HTTPResponse) {
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
        if let seconds = number(field) { return seconds }
        guard let date = Timestamp(httpDate: field), let sentAt else { return nil }
        return max(0, date.secondsSince1970 - sentAt)
    }

    /// Plain decimal digits of at most twelve places, so that sums cannot overflow.
    private static func number(_ text: String?) -> Int? {
        guard let text, text.utf8.count <= 12,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(text)
    }
}
