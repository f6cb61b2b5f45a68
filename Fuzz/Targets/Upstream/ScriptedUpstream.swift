import FoundationEssentials
import HTTPCore
import HTTPTypes
import Synchronization

/// A scripted GitHub: equal requests get the responses to their path in turn.
final class ScriptedUpstream: HTTPTransport {
    /// The limit of one input. More are a finding: no response may cause endless requests.
    static let maximumRequests = 4_000

    private struct State {
        var requests = 0
        /// Requests so far, by URL.
        var asked: [String: Int] = [:]
    }

    private let answers: [UpstreamScript.Answer]
    private let state = Mutex(State())

    init(_ answers: [UpstreamScript.Answer]) {
        self.answers = answers
    }

    var requests: Int { state.withLock { $0.requests } }

    func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        let path = request.head.path ?? "/"
        let (count, total) = state.withLock { state in
            state.requests += 1
            state.asked[request.url, default: 0] += 1
            return (state.asked[request.url] ?? 1, state.requests)
        }
        let fitting = answers.filter { path.hasPrefix($0.path) }
        guard !fitting.isEmpty, total <= Self.maximumRequests else {
            throw .unavailable(UpstreamFailure(cause: .connect))
        }
        return try Self.response(fitting[(count - 1) % fitting.count])
    }

    private static func response(
        _ answer: UpstreamScript.Answer
    ) throws(HTTPTransportError) -> HTTPTransportResponse {
        guard let status = Int(answer.status), (100...999).contains(status) else {
            let cause = UpstreamFailure.Cause(rawValue: answer.status) ?? .reset
            throw .unavailable(UpstreamFailure(cause: cause))
        }
        var head = HTTPResponse(status: HTTPResponse.Status(code: status))
        for (name, value) in answer.fields {
            guard let name = HTTPField.Name(name) else { continue }
            head.headerFields.append(HTTPField(name: name, value: value))
        }
        return HTTPTransportResponse(
            head: head, body: answer.body,
            provenance: Provenance(source: .network, fetchedAt: .now))
    }
}
