import ExplorerRPC
import JSONCore
import JSONRPC
import TestSupport
import Testing

@testable import MCPBridge

/// The revision of a request, and the features of each.
@Suite(.patience) struct RevisionTests {
    private let client = TestClient()

    private func code(_ method: String, _ params: JSONValue) async -> JSONValue? {
        await client.call(method, params)["error"]?["code"]
    }

    @Test(arguments: [
        ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2025-03-26", "2025-03-26"),
        ("2024-11-05", "2024-11-05"), ("2026-07-28", "2025-11-25"), ("1.0", "2025-11-25"),
    ])
    func `initialize agrees on the requested revision or offers the newest one with a handshake`(
        wanted: String, agreed: String
    ) async {
        let result = await client.call("initialize", MCPMessages.initialize(wanted))["result"]
        #expect(result?["protocolVersion"]?.stringValue == agreed)
        #expect(result?["capabilities"] == ["tools": ["listChanged": false]])
        #expect(result?["serverInfo"]?["name"] == "gitxplorer")
        #expect(result?["resultType"] == nil)
    }

    @Test func `requests directly after initialize are accepted`() async {
        client.send(
            MCPMessages.request(1, "initialize", MCPMessages.initialize("2025-11-25")),
            ["jsonrpc": "2.0", "method": "notifications/initialized"],
            MCPMessages.request(2, "tools/list", [:]), MCPMessages.request(3, "ping", [:]))
        var results: [Int: JSONValue] = [:]
        for _ in 0..<3 {
            let answer = await client.receive().first ?? .null
            results[answer["id"]?.intValue ?? 0] = answer["result"]
        }
        let tools = MethodCatalog.services.filter {
            $0.documentation.isTool && !$0.documentation.changesIdentity
        }
        #expect(results[2]?["tools"]?.arrayValue?.count == tools.count)
        #expect(results[2]?["ttlMs"] == nil)
        #expect(results[3] == [:])
    }

    @Test func `without initialize every request except ping must name its version`() async {
        #expect(await code("tools/list", [:]) == -32602)
        #expect(await code("tools/call", ["name": "rate_status"]) == -32602)
        #expect(await code("server/discover", [:]) == -32602)
        #expect(await client.call("ping", [:])["result"] == [:])
    }

    @Test func `initialize without a version does not count`() async {
        #expect(await code("initialize", ["capabilities": [:]]) == -32602)
        #expect(await code("tools/list", [:]) == -32602)
    }

    @Test func `server/discover returns versions, capabilities and the server's name`() async {
        let result = await client.call("server/discover", MCPMessages.stateless())["result"]
        #expect(
            result?["supportedVersions"] == [
                "2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05",
            ])
        #expect(result?["capabilities"] == ["tools": ["listChanged": false]])
        #expect(result?["resultType"] == "complete")
        #expect(result?["_meta"]?["io.modelcontextprotocol/serverInfo"]?["version"] != nil)
    }

    /// The names of the tools, and what a model is told besides their descriptions.
    private func offer(_ offersSignIn: Bool) async throws -> (Set<String>, String) {
        let client = TestClient(offersSignIn: offersSignIn)
        let tools = await client.call("tools/list", MCPMessages.stateless())["result"]?["tools"]
        let told = await client.call("server/discover", MCPMessages.stateless())["result"]
        let handshake = await client.call("initialize", MCPMessages.initialize("2025-11-25"))
        #expect(handshake["result"]?["instructions"] == told?["instructions"])
        return (
            Set(tools?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []),
            try #require(told?["instructions"]?.stringValue)
        )
    }

    @Test func `tools that change the token exist only with --auth-tools`()
        async throws
    {
        let (tools, told) = try await offer(false)
        #expect(tools.isDisjoint(with: ["auth_login", "auth_logout"]))
        #expect(tools.contains("auth_status") && !told.contains("auth_login"))
        let (allTools, allTold) = try await offer(true)
        #expect(allTools.subtracting(tools) == ["auth_login", "auth_logout"])
        #expect(allTold.contains("auth_login"))
        for tool in ["auth_login", "auth_logout"] {
            let answer = await client.call("tools/call", MCPMessages.call(tool, ["device": true]))
            #expect(answer["error"]?["code"] == -32602)
            #expect(answer["error"]?["message"]?.stringValue?.contains("--auth-tools") == true)
        }
    }

    @Test func `the instructions say that strangers write the texts`() async throws {
        let (_, told) = try await offer(false)
        #expect(told.contains("Names, bios, descriptions") && told.contains("written by strangers"))
    }

    @Test func `both revisions are served on one connection`() async {
        _ = await client.call("initialize", MCPMessages.initialize("2025-11-25"))
        let new = await client.call("tools/list", MCPMessages.stateless())["result"]
        let old = await client.call("tools/list", [:])["result"]
        #expect(new?["resultType"] == "complete" && old?["resultType"] == nil)
        #expect(new?["tools"] == old?["tools"])
    }

    @Test(arguments: ["1900-01-01", "2099-01-01", "2025-11-25"])
    func `an unsupported version is refused with the supported ones`(
        version: String
    ) async {
        let params = MCPMessages.stateless(meta: [
            "io.modelcontextprotocol/protocolVersion": .string(version)
        ])
        let error = await client.call("tools/list", params)["error"]
        #expect(error?["code"] == -32022)
        #expect(error?["data"]?["requested"]?.stringValue == version)
        #expect(error?["data"]?["supported"]?[0] == "2026-07-28")
    }

    @Test(
        arguments: [
            ["_meta": 1], [1],
            ["_meta": ["io.modelcontextprotocol/protocolVersion": 20_260_728]],
            ["_meta": ["io.modelcontextprotocol/protocolVersion": "2026-07-28"]],
            MCPMessages.stateless(meta: ["progressToken": true]),
            MCPMessages.stateless(meta: ["progressToken": 1.5]),
            MCPMessages.stateless(["cursor": "2"]),
        ] as [JSONValue])
    func `a request that its revision does not allow is invalid`(
        params: JSONValue
    ) async {
        #expect(await code("tools/list", params) == -32602)
    }

    @Test(
        arguments: [
            ["name": 1], ["arguments": [:]], ["name": "rate_status", "arguments": []],
        ] as [JSONObject])
    func `a tool call without a name or with a list of arguments is invalid`(
        params: JSONObject
    ) async {
        #expect(await code("tools/call", MCPMessages.stateless(params)) == -32602)
    }

    @Test(arguments: ["ping", "prompts/list", "users.random", "shutdown", "$/cancelRequest"])
    func `a method that the revision lacks is not found`(method: String) async {
        #expect(await code(method, MCPMessages.stateless()) == -32601)
    }
}
