import Explorer
import FoundationEssentials
import GitHubAPI
import HTTPCore
import HTTPTypes
import Synchronization

/// A GitHub of a few answers by path and query; all else is 404.
final class FakeGitHub: HTTPTransport {
    enum Response: Sendable {
        case body(String, link: String? = nil, source: Provenance.Source = .network)
        case status(Int, String = "{}")
        case bytes([UInt8])
        case failure(HTTPTransportError)
    }

    static let limit = RateLimitNotice(resource: "core", retryAfter: 60, isSecondary: false)

    private let answer: @Sendable (String) -> Response?
    private let asked = Mutex<[HTTPTransportRequest]>([])

    init(_ answer: @escaping @Sendable (_ target: String) -> Response?) {
        self.answer = answer
    }

    convenience init(_ answers: [String: Response]) {
        self.init { answers[$0] }
    }

    func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        asked.withLock { $0.append(request) }
        guard !Task.isCancelled else { throw .cancelled }
        switch answer(request.head.path ?? "") {
        case .body(let body, let link, let source):
            return reply(200, Array(body.utf8), link, source)
        case .status(let status, let body): return reply(status, Array(body.utf8))
        case .bytes(let bytes): return reply(200, bytes)
        case .failure(let error): throw error
        case nil: return reply(404, Array(#"{"message":"Not Found"}"#.utf8))
        }
    }

    var requests: [HTTPTransportRequest] { asked.withLock { $0 } }
    var targets: [String] { requests.compactMap(\.head.path) }

    /// An explorer of this GitHub.
    func explorer(
        token: String? = nil, _ change: (inout ExplorerEnvironment) -> Void = { _ in }
    ) throws -> Explorer {
        guard let base = WebAddress("https://api.example") else { throw HTTPTransportError.offline }
        var environment = ExplorerEnvironment()
        environment.now = { Date(timeIntervalSince1970: 1_700_000_000) }
        environment.randomSeed = { 1 }
        change(&environment)
        let client = GitHubClient(base: base, userAgent: "test", transport: self) {
            token.map { Secret($0) }
        }
        return Explorer(client: client, environment: environment)
    }

    private func reply(
        _ status: Int, _ body: [UInt8], _ link: String? = nil,
        _ source: Provenance.Source = .network
    ) -> HTTPTransportResponse {
        var head = HTTPResponse(status: HTTPResponse.Status(code: status))
        if let name = HTTPField.Name("Link") { head.headerFields[name] = link }
        let seconds = source == .network ? 1_700_000_000.0 : 1_600_000_000
        let fetchedAt = Date(timeIntervalSince1970: seconds)
        return HTTPTransportResponse(
            head: head, body: body,
            provenance: Provenance(
                source: source, fetchedAt: fetchedAt, expiresAt: fetchedAt.addingTimeInterval(60)))
    }
}
