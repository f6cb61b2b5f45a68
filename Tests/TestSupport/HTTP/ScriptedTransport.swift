package import FoundationEssentials
package import HTTPCore
import HTTPTypes
import Synchronization

/// Answers with a closure, and records the requests.
package final class ScriptedTransport: HTTPTransport {
    package typealias Answer = Result<HTTPTransportResponse, HTTPTransportError>
    package typealias Script =
        @Sendable (HTTPTransportRequest) async throws(HTTPTransportError) ->
        HTTPTransportResponse
    /// - Parameter number: the number of the request, from 1.
    package typealias NumberedScript =
        @Sendable (HTTPTransportRequest, _ number: Int) async throws(HTTPTransportError) ->
        HTTPTransportResponse

    private let script: NumberedScript
    private let asked = Mutex<[HTTPTransportRequest]>([])

    package init(_ script: @escaping NumberedScript) {
        self.script = script
    }

    package convenience init(_ script: @escaping Script) {
        self.init { (request, _) throws(HTTPTransportError) in try await script(request) }
    }

    /// Sends `answers` one after another, and then repeats the last one.
    package convenience init(_ answers: Answer...) {
        self.init { (_, number) throws(HTTPTransportError) in
            try answers[min(number, answers.count) - 1].get()
        }
    }

    /// Sends `answers` one after another, and then repeats the last one.
    package convenience init(inOrder answers: [HTTPTransportResponse]) {
        self.init { (_, number) in answers[min(number, answers.count) - 1] }
    }

    /// Answers by path and query; everything else is 404.
    package static func byTarget(
        _ answer: @escaping @Sendable (_ target: String) -> Answer?
    ) -> ScriptedTransport {
        ScriptedTransport { request throws(HTTPTransportError) in
            guard !Task.isCancelled else { throw .cancelled }
            return try answer(request.head.path ?? "")?.get()
                ?? .reply(404, #"{"message":"Not Found"}"#)
        }
    }

    /// Answers by path and query; everything else is 404.
    package static func byTarget(_ answers: [String: Answer]) -> ScriptedTransport {
        byTarget { answers[$0] }
    }

    package func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        let number = asked.withLock { asked in
            asked.append(request)
            return asked.count
        }
        return try await script(request, number)
    }

    package var requests: [HTTPTransportRequest] { asked.withLock { $0 } }
    package var urls: [String] { requests.map(\.url) }
    /// The paths and queries of the requests.
    package var targets: [String] { requests.compactMap(\.head.path) }
}

extension HTTPTransportResponse {
    package static func reply(
        _ status: Int = 200, _ body: String = "", fields: [String: String] = [:],
        source: Provenance.Source = .network,
        fetchedAt: Date = Date(timeIntervalSince1970: 1_700_000_000), expiresAt: Date? = nil
    ) -> HTTPTransportResponse {
        reply(
            status, Array(body.utf8), fields: fields, source: source, fetchedAt: fetchedAt,
            expiresAt: expiresAt)
    }

    package static func reply(
        _ status: Int, _ body: [UInt8], fields: [String: String] = [:],
        source: Provenance.Source = .network, fetchedAt: Date, expiresAt: Date?
    ) -> HTTPTransportResponse {
        var head = HTTPResponse(status: HTTPResponse.Status(code: status))
        head.headerFields[.contentType] = "application/json; charset=utf-8"
        for (name, value) in fields {
            if let name = HTTPField.Name(name) { head.headerFields[name] = value }
        }
        return HTTPTransportResponse(
            head: head, body: body,
            provenance: Provenance(source: source, fetchedAt: fetchedAt, expiresAt: expiresAt))
    }
}
