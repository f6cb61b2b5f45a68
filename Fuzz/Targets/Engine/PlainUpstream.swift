import FoundationEssentials
import HTTPCore
import HTTPTypes
import Synchronization

/// A GitHub that always sends the same responses, and counts the requests.
final class PlainUpstream: HTTPTransport {
    private let count = Mutex(0)

    var requests: Int { count.withLock(\.self) }

    /// The path for the first letter of an input's path. With a token it is about another user.
    static func path(_ name: String, isSignedIn: Bool) -> String {
        let login = isSignedIn ? "hubot" : "octocat"
        return switch name.first {
        case "l": "/users?login=\(login)"
        case "m": "/users/\(login)/missing"
        case "d": "/users/\(login)/down"
        case "w": "/users/\(login)/wait"
        default: "/users/\(login)"
        }
    }

    /// The facts of a request for that path: a list is an array.
    static func facts(_ name: String) -> RequestFacts {
        RequestFacts(budget: "core", shape: name.first == "l" ? .array : .object)
    }

    func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        count.withLock { $0 += 1 }
        let path = request.head.path ?? ""
        var status = 200
        if path.hasSuffix("/missing") { status = 404 }
        if path.hasSuffix("/down") { throw .unavailable(UpstreamFailure(cause: .connect)) }
        if path.hasSuffix("/wait") {
            throw .rateLimited(RateLimitNotice(resource: "core", retryAfter: 60, isSecondary: true))
        }
        if request.head.headerFields[.ifNoneMatch] == "\"plain\"" { status = 304 }
        return HTTPTransportResponse(
            head: HTTPResponse(
                status: HTTPResponse.Status(code: status),
                headerFields: [.eTag: "\"plain\"", .cacheControl: "max-age=60"]),
            body: status == 304 ? [] : Array((path.contains("?") ? "[]" : "{}").utf8),
            provenance: Provenance(source: .network, fetchedAt: .now))
    }
}
