import FoundationEssentials
import HTTPCore
import HTTPTypes

/// GitHub's response to a request over a limit, made without asking GitHub.
enum LimitRefusal {
    /// - Parameter known: GitHub's last one of this limit, whose fields and body are used again.
    static func response(
        _ notice: RateLimitNotice, like known: HTTPTransportResponse?, at now: Date
    ) -> HTTPTransportResponse {
        var response = known ?? made(notice)
        if notice.isSecondary || response.head.headerFields.contains(.retryAfter) {
            response.head.headerFields[.retryAfter] = "\(notice.retryAfter)"
        }
        response.provenance = Provenance(source: .cache, fetchedAt: now)
        return response
    }

    private static func made(_ notice: RateLimitNotice) -> HTTPTransportResponse {
        let message =
            notice.isSecondary
            ? "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
            : "API rate limit exceeded."
        let page = "https://docs.github.com/rest/overview/rate-limits-for-the-rest-api"
        let link = notice.isSecondary ? "\(page)#about-secondary-rate-limits" : page
        var fields: HTTPFields = [.contentType: "application/json; charset=utf-8"]
        fields[.rateLimit] = notice.limit.map { "\($0)" }
        fields[.rateLimitRemaining] = "\(notice.isSecondary ? notice.remaining ?? 0 : 0)"
        fields[.rateLimitReset] = notice.resetAt.map { "\(Int($0.timeIntervalSince1970))" }
        fields[.rateLimitUsed] = notice.isSecondary ? nil : notice.limit.map { "\($0)" }
        fields[.rateLimitResource] = notice.resource
        return HTTPTransportResponse(
            head: HTTPResponse(status: .forbidden, headerFields: fields),
            body: Array(
                #"{"message":"\#(message)","documentation_url":"\#(link)","status":"403"}"#.utf8),
            provenance: Provenance(source: .cache, fetchedAt: .distantPast))
    }
}
