import FoundationEssentials
package import HTTPCore
import HTTPTypes
import Secrets
import TestSupport

extension Result where Success == HTTPTransportResponse, Failure == HTTPTransportError {
    static func response(
        _ status: Int, _ fields: HTTPFields = [:], body: String = ""
    ) -> Self {
        let head = HTTPResponse(
            status: HTTPResponse.Status(code: status), headerFields: fields)
        return .success(
            HTTPTransportResponse(
                head: head, body: Array(body.utf8),
                provenance: Provenance(source: .network, fetchedAt: .distantPast)))
    }

    static var unreachable: Self {
        .failure(.unavailable(UpstreamFailure(cause: .connect)))
    }
}

extension HTTPTransportRequest {
    static func get(
        _ path: String = "/users/octocat", fields: HTTPFields = [:], token: String? = nil,
        policy: CachePolicy = CachePolicy(), facts: RequestFacts = RequestFacts()
    ) -> HTTPTransportRequest {
        HTTPTransportRequest(
            head: HTTPRequest(
                method: .get, scheme: "https", authority: "api.github.com", path: path,
                headerFields: fields),
            credential: token.map { Secret($0) }, cachePolicy: policy, facts: facts)
    }
}

/// Nothing was refused.
extension ScriptedTransport: CheckingTransport {
    package func check(
        _ response: HTTPTransportResponse, for request: HTTPTransportRequest
    ) throws(HTTPTransportError) {}
}
