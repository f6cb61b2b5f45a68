import FoundationEssentials
import HTTPCore
import HTTPTypes
import Synchronization

/// An upstream whose answers are the test's, and which remembers what it was asked.
final class FakeTransport: HTTPTransport {
    typealias Answer =
        @Sendable (HTTPTransportRequest, _ number: Int) async throws(HTTPTransportError)
        -> HTTPTransportResponse

    private let answer: Answer
    private let asked = Mutex<[HTTPTransportRequest]>([])

    init(_ answer: @escaping Answer) {
        self.answer = answer
    }

    /// Gives `answers` one after another, and the last one from then on.
    convenience init(_ answers: Result<HTTPTransportResponse, HTTPTransportError>...) {
        self.init { (_, number) throws(HTTPTransportError) in
            try answers[min(number, answers.count) - 1].get()
        }
    }

    var requests: [HTTPTransportRequest] { asked.withLock { $0 } }

    func send(_ request: HTTPTransportRequest) async throws(HTTPTransportError)
        -> HTTPTransportResponse
    {
        let number = asked.withLock { asked in
            asked.append(request)
            return asked.count
        }
        return try await answer(request, number)
    }
}

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
        policy: CachePolicy = CachePolicy()
    ) -> HTTPTransportRequest {
        HTTPTransportRequest(
            head: HTTPRequest(
                method: .get, scheme: "https", authority: "api.github.com", path: path,
                headerFields: fields),
            credential: token.map { Secret($0) }, cachePolicy: policy)
    }
}
