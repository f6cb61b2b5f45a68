import Foundation
import JSONCore
import JSONRPC
import JSONSchema
import Synchronization
import TestSupport
import Testing

@testable import ExplorerRPC

/// Methods over a scripted upstream, called with values, as a protocol other than JSON-RPC does.
@Suite(.patience) struct ServiceCallTests {
    private let upstream = ScriptedTransport.github()
    private let environment: MethodEnvironment

    init() throws {
        environment = try upstream.environment(
            ResultCache(), redact: { $0.contains("ghp_") ? "<secret>" : $0 })
    }

    private func call(_ name: String, _ params: JSONObject) async throws -> MethodResult {
        let method = try #require(MethodCatalog.services.first { $0.name == name })
        return try await method.call(environment)(params, RequestContext())
    }

    /// Calls with invalid params; the error names `paths`.
    private func check(_ name: String, _ params: JSONObject, names paths: [JSONValue]) async {
        let error = await #expect(throws: RPCError.self) { try await call(name, params) }
        #expect(error?.code == -32602)
        #expect(error?.data["errors"]?.arrayValue?.map { $0["path"] } == paths)
        #expect(upstream.requests.count == 0)
    }

    @Test func `a result equals that of the JSON-RPC method`() async throws {
        let result = try await call("user.summary", ["login": "ada"])
        let value = try JSONParser().parse(result.text)
        #expect(value["user"]?["login"] == "ada")
        let violations = UserSummaryMethod.resultSchema.validate(
            value, definitions: TypeSchemas.definitions)
        #expect(violations == [])
    }

    @Test func `invalid params are reported, and progress has no token`() async {
        await check(
            "users.random", ["count": 0, "workDoneToken": "t"],
            names: ["/count", "/workDoneToken"])
        await check("auth.login", [:], names: ["/token"])
    }

    @Test func `a secret in invalid params is not repeated`() async {
        let token = "ghp_" + String(repeating: "a", count: 90)
        let error = await #expect(throws: RPCError.self) {
            try await call("users.random", ["count": .string(token)])
        }
        #expect(error?.value.text.contains("<secret>") == true)
        #expect(error?.value.text.contains("ghp_") == false)
    }

    @Test func `an equal call gets the same result without a request until it expires`()
        async throws
    {
        let first = try await call("user.summary", ["login": "ada"])
        let requests = upstream.requests.count
        let second = try await call("user.summary", ["login": "ada", "refresh": false])
        #expect(upstream.requests.count == requests)
        #expect(second.expiresAt == first.expiresAt)
        let seconds = try #require(first.expiresAt).timeIntervalSinceNow
        #expect((0...60).contains(seconds))
    }

    @Test(arguments: [["refresh": true], ["maxAge": 5]] as [JSONObject])
    func `a call with refresh or maxAge is not repeatable`(wish: JSONObject) async throws {
        let result = try await call("user.summary", wish.merging(["login": "ada"]))
        #expect(result.expiresAt == nil)
    }

    @Test func `a random draw is repeatable only with a seed`() async throws {
        #expect(try await call("users.random", ["count": 1]).expiresAt == nil)
        #expect(try await call("users.random", ["count": 1, "seed": 7]).expiresAt != nil)
    }

    @Test func `a method that does not ask GitHub is not repeatable`() async throws {
        #expect(try await call("cache.stats", [:]).expiresAt == nil)
    }
}
