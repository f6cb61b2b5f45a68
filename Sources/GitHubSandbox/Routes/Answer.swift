import JSONCore

/// A route's response, without the headers that every response has.
struct Answer: Sendable {
    /// The validators and the freshness of the response.
    enum Caching: Hashable, Sendable {
        /// `ETag` and a minute of freshness; `Last-Modified` for single objects.
        case validated(lastModified: Int?)
        /// `Cache-Control: no-cache` and no `ETag`: searches.
        case never
        /// The same, but without `Vary` for credentials: `/rate_limit`.
        case alike
        /// Neither header: errors and redirects.
        case unmarked
    }

    var status = 200
    var contentType = "application/json; charset=utf-8"
    var headers: Fields = []
    var body: [UInt8]
    var caching: Caching
    /// Nil for the route's own.
    var accepts: AcceptedGrants?

    static func json(
        _ body: JSONValue, lastModified: Int? = nil, link: String? = nil,
        caching: Caching? = nil
    ) -> Answer {
        Answer(
            headers: link.map { [("Link", $0)] } ?? [], body: body.bytes,
            caching: caching ?? .validated(lastModified: lastModified))
    }

    /// GitHub's error body: message, page of the documentation, and the status as a string.
    static func failure(
        _ status: Int, _ message: String, documentation: String, also members: JSONObject = [:]
    ) -> Answer {
        let body = JSONObject([("message", .string(message))]).merging(members).merging([
            "documentation_url": .string(documentation), "status": "\(status)",
        ])
        return Answer(status: status, body: JSONValue.object(body).bytes, caching: .unmarked)
    }

    static func notFound(_ documentation: String = Documentation.root) -> Answer {
        .failure(404, "Not Found", documentation: documentation)
    }

    /// 301 to the address by id, which does not change with a rename.
    static func moved(to url: String) -> Answer {
        let body: JSONValue = [
            "message": "Moved Permanently", "url": .string(url),
            "documentation_url": "https://docs.github.com/v3/#http-redirects",
        ]
        return Answer(
            status: 301, headers: [("Location", url)], body: body.bytes, caching: .unmarked,
            accepts: .redirect)
    }
}
