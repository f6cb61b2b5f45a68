import HTTPCore
import HTTPTypes
import TestSupport
import Testing

@testable import GitHubUpstream

@Suite struct BodyCheckingTransportTests {
    /// Gives the reason for which `body` is refused as the answer to `path`, or nil.
    private func check(
        _ path: String, _ response: HTTPTransportResponse,
        accept: String = "application/vnd.github+json"
    ) async throws -> String? {
        let transport = BodyCheckingTransport(
            next: ScriptedTransport { _ in response },
            base: try #require(WebAddress("https://x/api/v3"))
        )
        var head = HTTPRequest(
            method: .get, scheme: "https", authority: "x", path: "/api/v3" + path)
        head.headerFields[.accept] = accept
        let request = HTTPTransportRequest(head: head)
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

    @Test(arguments: [
        "/users?since=1", "/users/repos/repos?per_page=100", "/orgs/o/repos", "/user/1/repos",
        "/repos/o/n/stargazers", "/repositories/1/stargazers",
    ])
    func `a list must be an array`(path: String) async throws {
        #expect(try await check(path, .reply(200, " [{}]")) == nil)
        #expect(try await check(path, .reply(200, "{}")) == "expected a JSON array")
    }

    @Test(arguments: [
        "/users/repos", "/orgs/o", "/search/users?q=a", "/rate_limit", "/repos/o/stargazers",
        "/repositories/1", "/user", "/user/1",
    ])
    func `a single thing must be an object`(path: String) async throws {
        #expect(try await check(path, .reply(200, "{\"a\":[1,{}]}")) == nil)
        #expect(try await check(path, .reply(200, "[]")) == "expected a JSON object")
    }

    @Test(arguments: ["{", "{\"a\":", "{\"a\":1", "{\"a\":1}}", "{\"a\" 1}", "{\"a\":\"x}"])
    func `JSON must be whole`(body: String) async throws {
        #expect(
            try await check("/users/a", .reply(200, body))
                == "expected a JSON object, found broken JSON")
    }

    @Test func `a page of HTML is not JSON, whatever it begins with`() async throws {
        let page = HTTPTransportResponse.reply(
            200, "{}", fields: ["Content-Type": "text/html; charset=utf-8"])
        #expect(
            try await check("/users/a", page) == "Content-Type: expected JSON, found text/html")
    }

    @Test(arguments: [304, 403, 404]) func `only a 200 is looked at`(status: Int) async throws {
        #expect(try await check("/users/a", .reply(status, "no")) == nil)
    }

    @Test func `an image is told by its bytes`() async throws {
        var image = HTTPTransportResponse.reply(200, fields: ["Content-Type": "text/plain"])
        image.body = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [0, 0, 0, 0]
        image.body += Array("IEND".utf8) + [0, 0, 0, 0]
        #expect(try await check("/avatars/u/1", image, accept: "image/*") == nil)
        var half = image
        half.body.removeLast(5)
        #expect(
            try await check("/avatars/u/1", half, accept: "image/*")
                == "expected an image, found a part of one")
        let text = HTTPTransportResponse.reply(
            200, "<svg/>", fields: ["Content-Type": "image/png"])
        #expect(
            try await check("/avatars/u/1", text, accept: "image/*")
                == "expected an image, found other bytes")
        image.body += Array(repeating: 0, count: ImageKind.maximumBytes)
        #expect(try await check("/avatars/u/1", image, accept: "image/*") != nil)
    }
}
