import Foundation
import HTTPCore
import HTTPTypes
import Secrets

@testable import CurlHTTP

extension HTTPTransportRequest {
    /// A request for an absolute URL such as `http://127.0.0.1:80/path`.
    init(
        _ method: HTTPRequest.Method, _ url: String, fields: HTTPFields = [:],
        body: String = "", credential: Secret? = nil
    ) {
        let parts = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        let rest = parts[2].split(separator: "/", maxSplits: 1)
        let head = HTTPRequest(
            method: method, scheme: String(parts[0].dropLast()), authority: String(rest[0]),
            path: rest.count > 1 ? "/\(rest[1])" : "/", headerFields: fields)
        self.init(head: head, body: Array(body.utf8), credential: credential)
    }

    init(_ url: String, fields: HTTPFields = [:], credential: Secret? = nil) {
        self.init(.get, url, fields: fields, credential: credential)
    }
}

extension HTTPTransportResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}

/// The date of the responses of the tests' transports.
let testDate = Date(timeIntervalSince1970: 1_600_000_000)

extension CurlTransport {
    /// A transport with a fixed clock.
    convenience init(
        _ options: CurlTransportOptions, memory: BodyMemory = .unlimited,
        onExchange: (@Sendable (ExchangeRecord) -> Void)? = nil
    ) {
        var options = options
        options.memory = memory
        options.now = { testDate }
        self.init(options: options, onExchange: onExchange)
    }

    /// The error of the request, or nil if there is a response.
    func failure(_ request: HTTPTransportRequest) async -> HTTPTransportError? {
        do throws(HTTPTransportError) {
            _ = try await send(request)
            return nil
        } catch {
            return error
        }
    }
}
