package import HTTPCore
import HTTPTypes
import JSONCore

/// Accepts a 200 only if its body is what was requested, so that nothing else is ever stored,
/// whether upstream or another server has sent it.
///
/// JSON must be complete and have the outermost type that the request states. An image must begin
/// and end as one, whatever its header says, and have at most 5 MB.
package struct BodyCheckingTransport: CheckingTransport {
    private let next: any HTTPTransport

    package init(next: any HTTPTransport) {
        self.next = next
    }

    package func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        let response = try await next.send(request)
        try check(response, for: request)
        return response
    }

    package func check(
        _ response: HTTPTransportResponse, for request: HTTPTransportRequest
    ) throws(HTTPTransportError) {
        guard response.head.status.code == 200, request.head.method == .get else { return }
        let fault =
            switch request.facts.shape {
            case .image: Self.imageFault(response.body)
            case .array: Self.jsonFault(response, UInt8(ascii: "["), "a JSON array")
            case .object: Self.jsonFault(response, UInt8(ascii: "{"), "a JSON object")
            case nil: String?.none
            }
        if let fault { throw .invalidBody(status: 200, reason: fault) }
    }

    private static func imageFault(_ body: [UInt8]) -> String? {
        guard body.count <= ImageKind.maximumBytes else {
            return "expected an image of at most \(ImageKind.maximumBytes) bytes, "
                + "found \(body.count)"
        }
        guard let kind = ImageKind(body) else { return "expected an image, found other bytes" }
        return kind.isWhole(body) ? nil : "expected an image, found an incomplete one"
    }

    private static func jsonFault(
        _ response: HTTPTransportResponse, _ opening: UInt8, _ expected: String
    ) -> String? {
        let type = response.head.headerFields[.contentType]?.lowercased()
        guard type?.contains("json") ?? true else {
            return "Content-Type: expected JSON, found \(type?.prefix { $0 != ";" } ?? "")"
        }
        let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
        guard response.body.first(where: { !blanks.contains($0) }) == opening else {
            return "expected \(expected)"
        }
        do throws(JSONSyntaxError) {
            try JSONScanner.scan(response.body[...]) { (scanner) throws(JSONSyntaxError) in
                try scanner.skipValue()
                try scanner.finish()
            }
            return nil
        } catch {
            return "expected \(expected), found invalid JSON"
        }
    }
}
