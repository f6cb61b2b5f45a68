import GitHubAPI
import HTTPCore
import JSONCore
import JSONRPC
import JSONSchema
import Synchronization
import TestSupport
import Testing

@testable import ExplorerRPC

/// Methods over a scripted upstream: params in, results and errors out.
@Suite(.patience) struct MethodRunnerTests {
    private let upstream = ScriptedTransport.github()
    private let registry: MethodRegistry
    private let answers = ResultCache()

    init() throws {
        registry = try upstream.registry(answers)
    }

    private func call(
        _ method: String, _ params: JSONValue?, on registry: MethodRegistry? = nil
    ) async -> Result<JSONValue, RPCError> {
        let registry = registry ?? self.registry
        let outcome = await registry.call(
            method, params.flatMap { RPCParams($0) } ?? .none, RequestContext())
        return outcome.map { (try? JSONParser().parse($0)) ?? nil }
    }

    /// Calls with invalid params; the error names `path`, and upstream gets no request.
    private func check(_ method: String, _ params: JSONValue?, names path: String) async throws {
        let outcome = await call(method, params)
        guard case .failure(let error) = outcome else {
            Issue.record("expected an error, found \(outcome)")
            return
        }
        #expect(error.code == -32602)
        let paths = error.data["errors"]?.arrayValue?.compactMap { $0["path"]?.stringValue }
        #expect(paths == [path], "\(error.message)")
        #expect(upstream.requests.count == 0)
    }

    @Test func `a missing param is reported`() async throws {
        try await check("user.summary", nil, names: "/login")
        try await check("user.summary", [], names: "/login")
    }

    @Test func `an unknown param is reported`() async throws {
        try await check("user.summary", ["login": "ada", "color": 1], names: "/color")
        try await check("rate.status", ["login": "ada"], names: "/login")
    }

    @Test(arguments: ["no one", "", "a/b", "../x", String(repeating: "a", count: 40), "ada\n"])
    func `an invalid login is rejected without a request`(login: String) async throws {
        try await check("user.summary", ["login": .string(login)], names: "/login")
        try await check("repos.list", [.string(login)], names: "/login")
    }

    @Test(arguments: [".", "..", "a b", "a/b", ""])
    func `an invalid repository name is rejected`(name: String) async throws {
        try await check("repo.stargazers", ["ada", .string(name)], names: "/name")
    }

    @Test func `bounds and enumerations are enforced, also by position`() async throws {
        try await check("users.random", ["count": 101], names: "/count")
        try await check("users.random", [0], names: "/count")
        try await check("users.random", ["sort": "stars"], names: "/sort")
        try await check("users.random", ["maxAge": -1], names: "/maxAge")
        try await check("search.users", ["tom", "joined", "down"], names: "/order")
    }

    @Test func `a page past GitHub's 1,000 results is rejected as an invalid page`() async throws {
        try await check("search.users", ["query": "tom", "page": 35], names: "/page")
        try await check(
            "search.users", ["query": "tom", "page": 11, "perPage": 100], names: "/page")
    }

    @Test func `a secret in a rejected call is not repeated, not even in part`()
        async throws
    {
        let registry = try upstream.registry(
            answers, redact: { $0.contains("ghp_") ? "<secret>" : $0 })
        let token = "ghp_" + String(repeating: "a", count: 90)
        let calls: [(method: String, params: JSONValue)] = [
            ("users.random", .object(["count": .string(token)])),
            ("user.summary", .array([.string(token)])),
            ("rate.status", .object(JSONObject([(token, JSONValue.null)]))),
            (token, .object([:])),
        ]
        for (method, params) in calls {
            guard case .failure(let error) = await call(method, params, on: registry) else {
                Issue.record("expected an error")
                return
            }
            #expect(error.value.text.contains("<secret>"))
            #expect(!error.value.text.contains("ghp_"), "\(error)")
        }
    }

    @Test func `more values than params are rejected`() async throws {
        try await check("user.summary", ["ada", 1], names: "")
    }

    @Test func `by position null stands for an omitted optional param`() async throws {
        let result = try await call("search.users", ["tom", nil, nil, nil, 10]).get()
        #expect(result["perPage"] == 10)
        #expect(result["page"] == 1)
    }

    @Test func `an integer may be written as 10 point 0`() async throws {
        let perPage = try JSONParser().parse("10.0")
        let result = try await call("search.users", ["query": "tom", "perPage": perPage]).get()
        #expect(result["perPage"] == 10)
    }

    @Test func `a summary satisfies its schema`() async throws {
        let result = try await call("user.summary", ["login": "ada"]).get()
        let violations = UserSummaryMethod.resultSchema.validate(
            result, definitions: TypeSchemas.definitions)
        #expect(violations == [])
        #expect(result["favoriteLanguage"] == .null)
    }

    @Test func `an unknown user gives 1404 with a page to open`() async throws {
        guard case .failure(let error) = await call("user.summary", ["login": "nobody"]) else {
            Issue.record("expected an error")
            return
        }
        #expect(error.code == 1404)
        #expect(error.data["profileUrl"] == "https://github.com/nobody")
    }

    @Test func `a request past its deadline gives 1504`() async throws {
        let hasty = try upstream.registry(answers, requestTimeout: 0.05)
        let outcome = await call("user.summary", ["login": "slow"], on: hasty)
        guard case .failure(let error) = outcome else {
            Issue.record("expected an error")
            return
        }
        #expect(error.code == 1504)
        #expect(error.data["seconds"] == 0.05)
    }

    @Test func `a lookup in the cache file that exceeds the deadline gives 1504`()
        async throws
    {
        let slow = StoredResults(
            find: { _ in
                try? await Task.sleep(for: .seconds(3600))
                return nil
            },
            keep: { _, _, _ in })
        let hasty = try upstream.registry(
            ResultCache(file: { slow }), requestTimeout: 0.05)
        let outcome = await call("user.summary", ["login": "ada"], on: hasty)
        guard case .failure(let error) = outcome else {
            Issue.record("expected an error")
            return
        }
        #expect(error.code == 1504)
    }

    @Test func `an equal request is answered immediately, from the cache`()
        async throws
    {
        let params = try #require(RPCParams(["login": "ada"]))
        let method = try #require(registry["user.summary"])
        #expect(method.immediate?(params) == nil)
        _ = try await call("user.summary", ["login": "ada"]).get()
        let bytes = try #require(method.immediate?(params))
        #expect(try JSONParser().parse(bytes)["freshness"]?["source"] == "cache")
    }

    @Test func `refresh and maxAge are not answered from memory`() async throws {
        for extra: JSONObject in [["refresh": true], ["maxAge": 60]] {
            let value = JSONValue.object(extra.merging(["login": "ada"]))
            _ = try await call("user.summary", value).get()
            let params = try #require(RPCParams(value))
            #expect(registry["user.summary"]?.immediate?(params) == nil)
        }
    }

    @Test func `clearing the cache also removes results`() async throws {
        _ = try await call("user.summary", ["login": "ada"]).get()
        #expect(try await call("cache.clear", nil).get()["removed"] == 7)
        let params = try #require(RPCParams(["login": "ada"]))
        #expect(registry["user.summary"]?.immediate?(params) == nil)
    }

    @Test func `equivalent params are the same request`() async throws {
        _ = try await call("user.summary", ["login": "ada"]).get()
        let asked = upstream.requests.count
        for other: JSONValue in [["ada"], ["refresh": false, "login": "ada"]] {
            let result = try await call("user.summary", other).get()
            #expect(result["freshness"]?["source"] == "cache")
            let params = try #require(RPCParams(other))
            #expect(registry["user.summary"]?.immediate?(params) != nil)
        }
        #expect(upstream.requests.count == asked)
    }

    /// The results that a process leaves to the next, in memory.
    private final class Shelf: Sendable {
        let kept = Mutex<[String: StoredResult]>([:])

        /// The cache of a process.
        var cache: ResultCache {
            let results = StoredResults(
                find: { question in self.kept.withLock { $0[question] } },
                keep: { answer, question, _ in
                    self.kept.withLock { $0[question] = answer }
                })
            return ResultCache(file: { results })
        }
    }

    @Test func `a result stored by an earlier process is returned without a request`() async throws
    {
        let shelf = Shelf()
        let first = try upstream.registry(shelf.cache)
        let fetched = try await call("user.summary", ["login": "ada"], on: first).get()
        #expect(fetched["freshness"]?["source"] == "network")
        #expect(shelf.kept.withLock { $0.values.map(\.requests) } == [2])
        let asked = upstream.requests.count
        let second = try upstream.registry(shelf.cache)
        let kept = try await call("user.summary", ["ada"], on: second).get()
        #expect(kept["freshness"]?["source"] == "cache")
        #expect(kept["totalStars"] == fetched["totalStars"])
        #expect(upstream.requests.count == asked)
        let refreshed = try await call(
            "user.summary", ["login": "ada", "refresh": true], on: second
        ).get()
        #expect(refreshed["freshness"]?["source"] == "network")
    }

    @Test func `a refreshed result answers later equal requests`() async throws {
        let shelf = Shelf()
        let registry = try upstream.registry(shelf.cache)
        let refresh: JSONValue = ["login": "ada", "refresh": true]
        _ = try await call("user.summary", refresh, on: registry).get()
        #expect(shelf.kept.withLock { $0.count } == 1)
        let params = try #require(RPCParams(refresh))
        #expect(registry["user.summary"]?.immediate?(params) == nil)
        let asked = upstream.requests.count
        let result = try await call("user.summary", ["ada"], on: registry).get()
        #expect(result["freshness"]?["source"] == "cache")
        #expect(upstream.requests.count == asked)
    }

    @Test func `a result that differs with every call is not stored`() async throws {
        let shelf = Shelf()
        let registry = try upstream.registry(shelf.cache)
        _ = await call("users.random", ["count": 1], on: registry)
        #expect(shelf.kept.withLock { $0.isEmpty })
    }

    @Test func `valid params that ask for images make room for them`() throws {
        let largestResult = try #require(registry["users.random"]?.largestResult)
        let cases: [(JSONValue, images: Int)] = [
            (["avatars": "inline", "count": 2], 2), ([1, nil, nil, nil, "inline"], 1),
            (["count": 2], 0), (["avatars": "inline", "count": "2"], 0), (["avatars"], 0),
        ]
        for (params, images) in cases {
            let params = try #require(RPCParams(params))
            #expect(largestResult(params) == images * AvatarImage.longestBase64)
        }
    }

    @Test func `initialize accepts the params of an LSP client`() async throws {
        let result = try await call(
            "initialize",
            ["processId": nil, "rootUri": nil, "capabilities": ["workspace": [:]], "trace": "off"]
        ).get()
        #expect(result["capabilities"] == [:])
        #expect(result["methods"]?.arrayValue?.count == MethodCatalog.methods.count)
    }
}
