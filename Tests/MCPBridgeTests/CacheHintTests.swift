import Foundation
import JSONCore
import JSONRPC
import Testing

@testable import MCPBridge

@Suite(.timeLimit(.minutes(1))) struct CacheHintTests {
    /// A method whose answer says of itself that it is fresh until then.
    private func method(_ name: String, _ source: String, until expiry: JSONValue) -> RPCMethod {
        let result: JSONValue = [
            "freshness": [
                "source": .string(source), "fetchedAt": "2026-11-21T10:00:00Z",
                "expiresAt": expiry,
            ]
        ]
        return RPCMethod(name) { _, _ in result.bytes }
    }

    private func call(
        _ tool: String, _ arguments: JSONObject = [:], source: String = "cache",
        until expiry: JSONValue = "2999-01-01T00:00:00Z", isAnonymous: Bool = true
    ) async throws -> JSONValue {
        let methods = ["user.summary", "users.random"].map { method($0, source, until: expiry) }
        let client = MCPTestClient(TestMethods.registry(methods), isAnonymous: isAnonymous)
        let answer = await client.call("tools/call", MCPMessages.call(tool, arguments))
        return try #require(answer["result"])
    }

    @Test func `a result may be kept for as long as it is fresh`() async throws {
        let result = try await call("user_summary", ["login": "ada"])
        let end = try Date("2999-01-01T00:00:00Z", strategy: .iso8601)
        let hint = try #require(result["ttlMs"]?.doubleValue)
        // The clock of this machine passes while the test runs.
        #expect((0..<60).contains(hint / 1000 - end.timeIntervalSinceNow))
    }

    @Test func `a result is for everybody unless somebody is signed in`() async throws {
        let open = try await call("user_summary", ["login": "ada"])
        let own = try await call("user_summary", ["login": "ada"], isAnonymous: false)
        #expect([open["cacheScope"], own["cacheScope"]] == ["public", "private"])
    }

    @Test func `a draw is kept only if its seed makes it come again`() async throws {
        #expect(try await call("users_random")["ttlMs"] == 0)
        #expect(try await call("users_random", ["seed": 7])["ttlMs"] != 0)
    }

    @Test(
        arguments: [
            (["refresh": true], "cache", "2999-01-01T00:00:00Z"),
            (["maxAge": 5], "cache", "2999-01-01T00:00:00Z"),
            ([:], "stale", "2999-01-01T00:00:00Z"), ([:], "cache", "2001-01-01T00:00:00Z"),
            ([:], "network", nil),
        ] as [(JSONObject, String, JSONValue)])
    func `what the next equal call may answer differently is not kept`(
        arguments: JSONObject, source: String, expiry: JSONValue
    ) async throws {
        let arguments = arguments.merging(["login": "ada"])
        let result = try await call("user_summary", arguments, source: source, until: expiry)
        #expect(result["ttlMs"] == 0)
    }

    @Test func `what has no freshness has no hint, and neither has an error`() async throws {
        #expect(try await call("cache_stats")["ttlMs"] == nil)
        #expect(try await call("user_summary")["ttlMs"] == nil)
    }

    @Test func `the lists of this server may be kept by everybody`() async {
        let client = MCPTestClient(isAnonymous: false)
        for method in ["tools/list", "server/discover"] {
            let result = await client.call(method, MCPMessages.stateless())["result"]
            #expect(result?["ttlMs"] == 3_600_000)
            #expect(result?["cacheScope"] == "public")
        }
    }
}
