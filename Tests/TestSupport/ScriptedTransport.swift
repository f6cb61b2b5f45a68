import FoundationEssentials
package import HTTPCore
import HTTPTypes
import Synchronization

/// Answers as a closure says, and remembers what it was asked.
package final class ScriptedTransport: HTTPTransport {
    package typealias Script =
        @Sendable (HTTPTransportRequest) async throws(HTTPTransportError) ->
        HTTPTransportResponse

    private let script: Script
    private let asked = Mutex<[HTTPTransportRequest]>([])

    package init(_ script: @escaping Script) {
        self.script = script
    }

    /// One answer a request, in order; afterwards the last one again.
    package convenience init(inOrder answers: [HTTPTransportResponse]) {
        let rest = Mutex(answers[...])
        self.init { _ in
            rest.withLock { rest in
                rest.count > 1 ? rest.removeFirst() : rest[rest.startIndex]
            }
        }
    }

    package func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        asked.withLock { $0.append(request) }
        return try await script(request)
    }

    package var requests: [HTTPTransportRequest] { asked.withLock { $0 } }
    package var urls: [String] { requests.map(\.url) }
}

extension HTTPTransportResponse {
    package static func reply(
        _ status: Int = 200, _ body: String = "", fields: [String: String] = [:],
        source: Provenance.Source = .network
    ) -> HTTPTransportResponse {
        var head = HTTPResponse(status: HTTPResponse.Status(code: status))
        head.headerFields[.contentType] = "application/json; charset=utf-8"
        for (name, value) in fields {
            if let name = HTTPField.Name(name) { head.headerFields[name] = value }
        }
        return HTTPTransportResponse(
            head: head, body: Array(body.utf8),
            provenance: Provenance(
                source: source, fetchedAt: Date(timeIntervalSince1970: 1_700_000_000)))
    }
}

/// Lets those who wait through once `count` of them are there.
package actor Gathering {
    private let count: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package init(_ count: Int) {
        self.count = count
    }

    package func arrive() async {
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            guard waiting.count == count else { return }
            for arrived in waiting { arrived.resume() }
        }
    }
}
