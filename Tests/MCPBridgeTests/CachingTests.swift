import Foundation
import JSONCore
import JSONRPC
import TestSupport
import Testing

@testable import MCPBridge

@Suite(.patience) struct CachingTests {
    private static let later = Date(timeIntervalSinceReferenceDate: 1e10)

    private func call(
        _ tool: String = "user_summary", until expiry: Date? = later, isAnonymous: Bool = true
    ) async throws -> JSONValue {
        let result = TestMethods.result([:], until: expiry)
        let calls = TestMethods.calls(["user.summary": result, "auth.status": result])
        let client = TestClient(calls, isAnonymous: isAnonymous)
        let answer = await client.call("tools/call", MCPMessages.call(tool))
        return try #require(answer["result"])
    }

    @Test func `a result may be stored for as long as it is fresh`() async throws {
        // This machine's clock advances during the call.
        let atMost = Self.remainingMilliseconds
        let hint = try #require(try await call()["ttlMs"]?.intValue)
        #expect((Self.remainingMilliseconds...atMost).contains(hint))
    }

    private static var remainingMilliseconds: Int { Int(later.timeIntervalSinceNow * 1000) }

    @Test func `a result is public unless a token is in use`() async throws {
        let open = try await call()
        let own = try await call(isAnonymous: false)
        #expect([open["cacheScope"], own["cacheScope"]] == ["public", "private"])
    }

    @Test(arguments: [nil, Date(timeIntervalSinceReferenceDate: 0)])
    func `a result that is not repeatable may not be stored`(expiry: Date?) async throws {
        #expect(try await call(until: expiry)["ttlMs"] == 0)
    }

    @Test func `a result without freshness has no hint, and neither has an error`()
        async throws
    {
        #expect(try await call("auth_status")["ttlMs"] == nil)
        let failing = TestMethods.failing(
            RPCError(code: 1401, kind: "unauthorized", message: "Sign in."))
        let client = TestClient(TestMethods.calls(["user.summary": failing]))
        let answer = await client.call("tools/call", MCPMessages.call("user_summary"))
        #expect(answer["result"]?["isError"] == true)
        #expect(answer["result"]?["ttlMs"] == nil)
    }

    @Test func `the lists of this server are public`() async {
        let client = TestClient(isAnonymous: false)
        for method in ["tools/list", "server/discover"] {
            let result = await client.call(method, MCPMessages.stateless())["result"]
            #expect(result?["ttlMs"] == 3_600_000)
            #expect(result?["cacheScope"] == "public")
        }
    }
}
