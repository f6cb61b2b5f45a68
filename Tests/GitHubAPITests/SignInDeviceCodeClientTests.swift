import HTTPCore
import HTTPTypes
import Secrets
import TestSupport
import Testing

@testable import GitHubAPI

@Suite struct SignInDeviceCodeClientTests {
    private static let code = DeviceCode(
        code: Secret("dev+1"), userCode: "AAAA-BBBB", verificationURI: "https://web.example/d",
        lifetime: 899, interval: 5)

    private func client(_ transport: ScriptedTransport) throws -> DeviceCodeClient {
        DeviceCodeClient(
            base: try Samples.address("https://web.example"), clientID: "an app",
            userAgent: "test", transport: transport)
    }

    /// Compares the meaning of the token endpoint's `body`.
    private func check(
        _ body: String, status: Int = 200, fields: [String: String] = [:],
        means reply: DeviceFlow.Reply
    ) async throws {
        let transport = ScriptedTransport(inOrder: [.reply(status, body, fields: fields)])
        #expect(try await client(transport).poll(Self.code) == reply)
    }

    /// Compares the error for the code endpoint's `body`.
    private func check(
        _ body: String, status: Int = 200, fails error: DeviceCodeError
    ) async throws {
        let transport = ScriptedTransport(inOrder: [.reply(status, body)])
        let client = try client(transport)
        await #expect(throws: error) { try await client.begin(scopes: []) }
    }

    @Test func `codes are requested with a form, and parsed from JSON`() async throws {
        let transport = ScriptedTransport(inOrder: [
            .reply(
                200,
                #"{"device_code":"dev+1","user_code":"AAAA-BBBB","#
                    + #""verification_uri":"https://web.example/d","expires_in":899,"interval":5}"#)
        ])
        #expect(try await client(transport).begin(scopes: ["repo", "read:org"]) == Self.code)
        let request = try #require(transport.requests.first)
        #expect(request.url == "https://web.example/login/device/code")
        #expect(request.head.method == .post)
        #expect(request.head.headerFields[.accept] == "application/json")
        #expect(request.credential == nil)
        #expect(
            String(decoding: request.body, as: UTF8.self)
                == "client_id=an%20app&scope=repo%20read%3Aorg")
    }

    @Test func `a poll sends the device code but not the user code`() async throws {
        let transport = ScriptedTransport(inOrder: [.reply(200, "{}")])
        _ = try await client(transport).poll(Self.code)
        let request = try #require(transport.requests.first)
        #expect(request.url == "https://web.example/login/oauth/access_token")
        #expect(
            String(decoding: request.body, as: UTF8.self)
                == "client_id=an%20app&device_code=dev%2B1"
                + "&grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code")
    }

    @Test func `each of GitHub's errors is understood`() async throws {
        try await check(#"{"error":"authorization_pending"}"#, means: .pending)
        try await check(#"{"error":"authorization_pending"}"#, status: 400, means: .pending)
        try await check(#"{"error":"slow_down","interval":10}"#, means: .slowDown(interval: 10))
        try await check(#"{"error":"slow_down"}"#, means: .slowDown(interval: nil))
        try await check(#"{"error":"access_denied"}"#, means: .ended(.denied))
        try await check(#"{"error":"expired_token"}"#, means: .ended(.expired))
        try await check(
            #"{"error":"incorrect_device_code"}"#,
            means: .ended(.refused(code: "incorrect_device_code")))
        try await check(
            #"{"access_token":"gho_1","scope":"repo","token_type":"bearer"}"#,
            means: .ended(.granted(Secret("gho_1"))))
    }

    @Test(arguments: [
        "", "[]", "<html>", "{}", #"{"access_token":"a b"}"#, #"{"access_token":""}"#,
    ])
    func `an unreadable response gives no outcome`(body: String) async throws {
        try await check(body, means: .none(retryAfter: nil))
    }

    @Test func `a rate limit or a missing server gives no outcome`() async throws {
        try await check(
            "{}", status: 429, fields: ["Retry-After": "30"], means: .none(retryAfter: 30))
        let transport = ScriptedTransport { _ throws(HTTPTransportError) in
            throw .unavailable(UpstreamFailure(cause: .http, status: 503, retryAfter: 7))
        }
        #expect(try await client(transport).poll(Self.code) == .none(retryAfter: 7))
    }

    @Test func `only a code in the standard's alphabet is passed on`() async throws {
        try await check(
            ##"{"error":"<b>gho_x</b>"}"##, fails: .refused(code: "unknown_error"))
        try await check(
            #"{"error":"device_flow_disabled"}"#, fails: .refused(code: "device_flow_disabled"))
        try await check(
            #"{"error":"Not Found"}"#, status: 404,
            fails: .refused(code: "incorrect_client_credentials"))
    }

    @Test func `invalid codes are refused`() async throws {
        let script = #""verification_uri":"javascript:x""#
        try await check(
            #"{"device_code":"d","user_code":"u","expires_in":1}"#,
            fails: .failed(.invalidResponse(status: 200, reason: "/verification_uri: missing")))
        try await check(
            #"{"device_code":"d","user_code":"u",\#(script),"expires_in":1}"#,
            fails: .failed(
                .invalidResponse(
                    status: 200, reason: "/verification_uri: expected an http or https URL")))
        try await check(
            "moved", status: 301,
            fails: .failed(
                .invalidResponse(status: 301, reason: "expected status 200, found 301")))
    }

    @Test func `the owner of a token is requested with that token, never from the store`()
        async throws
    {
        let transport = ScriptedTransport(inOrder: [
            .reply(200, Samples.user(1, "ada"), fields: ["X-OAuth-Scopes": "gist, repo"])
        ])
        let client = try Samples.client(transport, token: "another")
        let owner = try await client.owner(of: Secret("gho_1"))
        #expect(owner == TokenOwner(login: "ada", scopes: ["gist", "repo"]))
        let request = try #require(transport.requests.first)
        #expect(request.url == "https://api.example/user")
        #expect(request.credential == Secret("gho_1"))
        #expect(request.cachePolicy.bypassesStore)
    }
}
