import FoundationEssentials
import HTTPCore
import HTTPTypes

/// The conditions of a client that has a response of its own.
///
/// - SeeAlso: RFC 9110, sections 13.1.2 and 13.1.3; RFC 9111, section 4.3.2.
struct ClientConditions: Sendable {
    /// Opaque tags; nil without `If-None-Match`.
    private let tags: [Substring]?
    private let since: Date?

    /// Nil if the request has neither condition.
    init?(_ fields: HTTPFields) {
        tags = fields[.ifNoneMatch].map {
            CacheControl.members(of: $0).map { Validation.opaque(String($0)) }
        }
        since = fields[.ifModifiedSince].flatMap { Timestamp(httpDate: $0) }?.date
        if tags == nil, since == nil { return nil }
    }

    /// Whether the client has a response with these fields.
    func match(_ fields: HTTPFields) -> Bool {
        if let tags {
            guard let tag = fields[.eTag].map(Validation.opaque) else { return tags == ["*"] }
            return tags.contains { $0 == "*" || $0 == tag }
        }
        let date = fields[.lastModified] ?? fields[.date]
        guard let since, let date = date.flatMap(Timestamp.init(httpDate:)) else { return false }
        return date.date <= since
    }

    /// A 304 in place of a 200 that the client has.
    func answer(_ response: HTTPTransportResponse) -> HTTPTransportResponse {
        guard response.head.status == .ok, response.rest == nil, match(response.head.headerFields)
        else { return response }
        var answer = response
        answer.head.status = .notModified
        answer.head.headerFields.removeAll { Validation.describesContent.contains($0.name) }
        answer.body = []
        return answer
    }
}
