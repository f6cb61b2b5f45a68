package import HTTPCore
import HTTPTypes
import JSONCore

/// Accepts a 200 only if its body is what was requested, so that nothing else is ever stored,
/// whether upstream or another server has sent it.
///
/// The API's JSON must be complete and have the endpoint's outermost type. An image must begin and
/// end as one, whatever its header says, and have at most 5 MB. Anything else is
/// ``HTTPCore/HTTPTransportError/invalidBody(status:reason:)``.
package struct BodyCheckingTransport: CheckingTransport {
    private let next: any HTTPTransport
    private let base: WebAddress

    /// - Parameter base: the API's address; on other hosts only images are checked.
    package init(next: any HTTPTransport, base: WebAddress) {
        self.next = next
        self.base = base
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
        if request.acceptsImages {
            try Self.checkImage(response.body)
        } else if let shape = APIPath(request, base: base)?.shape {
            try Self.checkJSON(response, shape)
        }
    }

    private static func checkImage(_ body: [UInt8]) throws(HTTPTransportError) {
        guard body.count <= ImageKind.maximumBytes else {
            throw .invalidBody(
                status: 200,
                reason: "expected an image of at most \(ImageKind.maximumBytes) bytes, "
                    + "found \(body.count)")
        }
        guard let kind = ImageKind(body) else {
            throw .invalidBody(status: 200, reason: "expected an image, found other bytes")
        }
        guard kind.isWhole(body) else {
            throw .invalidBody(status: 200, reason: "expected an image, found a part of one")
        }
    }

    private static func checkJSON(
        _ response: HTTPTransportResponse, _ shape: APIPath.Shape
    ) throws(HTTPTransportError) {
        let type = response.head.headerFields[.contentType]?.lowercased()
        guard type?.contains("json") ?? true else {
            let name = type?.prefix { $0 != ";" } ?? ""
            throw .invalidBody(status: 200, reason: "Content-Type: expected JSON, found \(name)")
        }
        let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
        let first = response.body.first { !blanks.contains($0) }
        let expected: (byte: UInt8, name: String) =
            shape == .array
            ? (UInt8(ascii: "["), "a JSON array") : (UInt8(ascii: "{"), "a JSON object")
        guard first == expected.byte else {
            throw .invalidBody(status: 200, reason: "expected \(expected.name)")
        }
        do throws(JSONSyntaxError) {
            try JSONScanner.scan(response.body) { (scanner) throws(JSONSyntaxError) in
                try scanner.skipValue()
                try scanner.finish()
            }
        } catch {
            throw .invalidBody(
                status: 200, reason: "expected \(expected.name), found broken JSON")
        }
    }
}
