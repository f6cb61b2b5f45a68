import HTTPCore
import HTTPTypes
import TestSupport
import Testing

@testable import GitHubUpstream

@Suite struct BodyCheckingTransportTests {
    /// Returns the reason for which `response` is rejected as a body of that shape, or nil.
    private func check(
        _ shape: RequestFacts.Shape?, _ response: HTTPTransportResponse
    ) async throws -> String? {
        let transport = BodyCheckingTransport(next: ScriptedTransport { _ in response })
        let head = HTTPRequest(method: .get, scheme: "https", authority: "x", path: "/users/a")
        let request = HTTPTransportRequest(head: head, facts: RequestFacts(shape: shape))
        let isAccepted = (try? transport.check(response, for: request)) != nil
        do throws(HTTPTransportError) {
            _ = try await transport.send(request)
            #expect(isAccepted)
            return nil
        } catch {
            #expect(!isAccepted)
            guard case .invalidBody(200, let reason) = error else { throw error }
            return reason
        }
    }

    @Test func `a list must be an array`() async throws {
        #expect(try await check(.array, .reply(200, " [{}]")) == nil)
        #expect(try await check(.array, .reply(200, "{}")) == "expected a JSON array")
    }

    @Test func `a single resource must be an object`() async throws {
        #expect(try await check(.object, .reply(200, "{\"a\":[1,{}]}")) == nil)
        #expect(try await check(.object, .reply(200, "[]")) == "expected a JSON object")
    }

    @Test func `a body of unknown shape is not checked`() async throws {
        #expect(try await check(nil, .reply(200, "no")) == nil)
    }

    @Test(arguments: ["{", "{\"a\":", "{\"a\":1", "{\"a\":1}}", "{\"a\" 1}", "{\"a\":\"x}"])
    func `JSON must be complete`(body: String) async throws {
        #expect(
            try await check(.object, .reply(200, body))
                == "expected a JSON object, found invalid JSON")
    }

    @Test func `an HTML page is not JSON whatever it begins with`() async throws {
        let page = HTTPTransportResponse.reply(
            200, "{}", fields: ["Content-Type": "text/html; charset=utf-8"])
        #expect(
            try await check(.object, page) == "Content-Type: expected JSON, found text/html")
    }

    @Test(arguments: [304, 403, 404]) func `only a 200 is checked`(status: Int) async throws {
        #expect(try await check(.object, .reply(status, "no")) == nil)
    }

    @Test func `an image is recognized by its bytes`() async throws {
        var image = HTTPTransportResponse.reply(200, fields: ["Content-Type": "text/plain"])
        image.body = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [0, 0, 0, 0]
        image.body += Array("IEND".utf8) + [0, 0, 0, 0]
        #expect(try await check(.image, image) == nil)
        var half = image
        half.body.removeLast(5)
        #expect(
            try await check(.image, half)
                == "expected an image, found an incomplete one")
        let text = HTTPTransportResponse.reply(
            200, "<svg/>", fields: ["Content-Type": "image/png"])
        #expect(
            try await check(.image, text)
                == "expected an image, found other bytes")
        image.body += Array(repeating: 0, count: ImageKind.maximumBytes)
        #expect(try await check(.image, image) != nil)
    }
}
