import JSONCore
import JSONRPC
import Testing

@testable import MCPBridge

/// What becomes of a POST of Streamable HTTP, by its header fields and its body.
@Suite struct HTTPTests {
    private let service = MCPService(
        Toolbox(
            calls: TestMethods.calls(), offersSignIn: false, isAnonymous: { true },
            shown: { _ in "<shown>" }), offersSignIn: false, incident: { _ in "test" })
    private static let version = "2026-07-28"

    /// - Parameter fields: names in lower case; nil takes a field away from the usual ones.
    private func decide(
        _ body: String, _ fields: [String: String?], usual: [String: String] = [:]
    ) -> MCPService.PostDecision {
        let all = fields.merging(usual) { given, _ in given }
        return service.decide(Array(body.utf8), ConnectionLimits()) { name in
            let value = all[name.lowercased()] ?? nil
            return value?.split(separator: "|", omittingEmptySubsequences: false) ?? []
        }
    }

    private func message(_ method: String, _ params: JSONObject, meta: JSONObject) -> String {
        MCPMessages.request(7, method, .object(params.merging(["_meta": .object(meta)]))).text
    }

    /// A request of revision 2026-07-28 whose fields agree with it but for `fields`.
    private func call(
        _ method: String = "tools/list", _ params: JSONObject = [:],
        _ fields: [String: String?] = [:], meta: JSONObject = MCPMessages.meta
    ) -> MCPService.PostDecision {
        var usual = ["mcp-protocol-version": Self.version, "mcp-method": method]
        usual["mcp-name"] = params["name"]?.stringValue
        return decide(message(method, params, meta: meta), fields, usual: usual)
    }

    private func check(
        _ decision: MCPService.PostDecision, refuses status: Int, _ code: Int, id: JSONValue = 7
    ) throws -> JSONValue {
        guard case .refuse(let found, let body, _, _, let error) = decision else {
            Issue.record("\(decision)")
            return .null
        }
        let response = try JSONParser().parse(body)
        #expect(found == status && response["id"] == id)
        #expect(response["error"]?["code"]?.intValue == code && error.code == code)
        return response["error"] ?? .null
    }

    private func accepts(_ stateless: Bool, progress: Bool = false) -> MCPService.PostDecision {
        .call(isStateless: stateless, wantsProgress: progress)
    }

    @Test func `fields that agree with the body are accepted`() {
        #expect(call() == accepts(true))
        #expect(call("server/discover") == accepts(true))
        let tool: JSONObject = ["name": "user_summary"]
        #expect(call("tools/call", tool) == accepts(true))
        let encoded = "=?base64?dXNlcl9zdW1tYXJ5?="
        #expect(call("tools/call", tool, ["mcp-name": encoded]) == accepts(true))
        let token = MCPMessages.meta.merging(["progressToken": 1])
        #expect(call("tools/call", tool, meta: token) == accepts(true, progress: true))
    }

    @Test(
        arguments: [
            ["mcp-protocol-version": nil], ["mcp-protocol-version": "2026-01-01"],
            ["mcp-protocol-version": "2025-11-25"],
            ["mcp-protocol-version": "2026-07-28|2026-07-28"],
            ["mcp-method": nil], ["mcp-method": "tools/list"], ["mcp-method": "Tools/call"],
            ["mcp-method": "tools/call|tools/call"], ["mcp-method": ""],
            ["mcp-name": nil], ["mcp-name": "rate_status"], ["mcp-name": "User_summary"],
            ["mcp-name": "=?base64?dXNlcg==?="], ["mcp-name": "=?base64?%?="], ["mcp-name": "é"],
            ["mcp-name": "=?base64?="], ["mcp-method": "=?base64?dG9vbHMvY2FsbA==?="],
        ] as [[String: String?]])
    func `a field that is missing, repeated or other than the body is a mismatch`(
        fields: [String: String?]
    ) throws {
        let error = try check(
            call("tools/call", ["name": "user_summary"], fields), refuses: 400, -32020)
        #expect(error["data"]?["kind"] == "headerMismatch")
    }

    @Test func `an unknown version is refused with the supported ones`() throws {
        let meta = MCPMessages.meta.merging([
            "io.modelcontextprotocol/protocolVersion": "2099-01-01"
        ])
        let fields: [String: String?] = ["mcp-protocol-version": "2099-01-01"]
        for decision in [
            call("tools/list", [:], fields, meta: meta),
            decide(#"{"jsonrpc":"2.0","id":7,"method":"tools/list"}"#, fields),
        ] {
            let error = try check(decision, refuses: 400, -32022)
            #expect(error["data"]?["supported"]?[0] == "2026-07-28")
            #expect(error["data"]?["requested"] == "<shown>")
        }
        _ = try check(
            decide(#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#, fields),
            refuses: 400, -32022, id: .null)
    }

    @Test func `a request of 2026-07-28 must have its _meta`() throws {
        _ = try check(call(meta: [:]), refuses: 400, -32602)
        for missing in MCPMessages.meta.map(\.key) {
            var meta = MCPMessages.meta
            meta[missing] = nil
            _ = try check(call(meta: meta), refuses: 400, -32602)
        }
        var meta = MCPMessages.meta
        meta["io.modelcontextprotocol/protocolVersion"] = 20_260_728
        _ = try check(call(meta: meta), refuses: 400, -32602)
    }

    @Test(arguments: [
        "initialize", "ping", "logging/setLevel", "subscriptions/listen", "users.random",
    ])
    func `a method that 2026-07-28 lacks is 404`(method: String) throws {
        let meta = MCPMessages.meta.merging(["traceparent": "00-1-2-01"])
        let decision = call(method, meta: meta)
        _ = try check(decision, refuses: 404, -32601)
        guard case .refuse(_, _, let named, let trace, _) = decision else { return }
        #expect(named == method && trace == "00-1-2-01")
    }

    @Test(arguments: [nil, "2025-11-25", "2025-06-18", "2025-03-26"])
    func `the earlier revisions need no other field and no handshake`(version: String?) throws {
        let fields = ["mcp-protocol-version": version, "mcp-session-id": "x", "mcp-method": "y"]
        for method in ["initialize", "ping", "tools/list", "unknown/method"] {
            let body = #"{"jsonrpc":"2.0","id":7,"method":"\#(method)"}"#
            #expect(decide(body, fields) == accepts(false))
        }
        if let version {
            let meta: JSONObject = ["io.modelcontextprotocol/protocolVersion": .string(version)]
            #expect(decide(message("tools/list", [:], meta: meta), fields) == accepts(false))
        }
        let token = message("tools/call", ["name": "rate_status"], meta: ["progressToken": "t"])
        #expect(decide(token, fields) == accepts(false, progress: true))
        #expect(
            decide(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, fields) == .accept)
        #expect(decide(#"{"jsonrpc":"2.0","id":7,"result":{}}"#, fields) == .accept)
    }

    @Test func `only 2025-03-26 has batches`() throws {
        let batch = #"[{"jsonrpc":"2.0","id":7,"method":"ping"}]"#
        for version in [nil, "2025-03-26"] {
            let fields = ["mcp-protocol-version": version]
            #expect(decide(batch, fields) == accepts(false))
            #expect(decide("[]", fields) == accepts(false))
            #expect(decide(#"[{"jsonrpc":"2.0","method":"x"}]"#, fields) == .accept)
            let token = message("tools/list", [:], meta: ["progressToken": "t"])
            #expect(decide("[\(token)]", fields) == accepts(false, progress: true))
            let named = message("tools/list", [:], meta: MCPMessages.meta)
            _ = try check(decide("[\(named)]", fields), refuses: 400, -32600, id: .null)
        }
        for version in ["2026-07-28", "2025-11-25", "2025-06-18"] {
            let decision = decide(batch, ["mcp-protocol-version": version])
            _ = try check(decision, refuses: 400, -32600, id: .null)
        }
    }

    @Test(
        arguments: [
            ("", -32700, .null), ("{", -32700, .null), ("7", -32600, .null),
            (#"{"id":7,"method":"ping"}"#, -32600, 7), (#"{"jsonrpc":"2.0","id":7}"#, -32600, 7),
            (#"{"jsonrpc":"2.0","id":7,"result":{}}"#, -32600, .null),
        ] as [(String, Int, JSONValue)])
    func `a body that is no message is refused`(body: String, code: Int, id: JSONValue) throws {
        let fields = ["mcp-protocol-version": Self.version]
        _ = try check(decide(body, fields), refuses: 400, code, id: id)
    }

    @Test func `the fields that a notification of 2026-07-28 has agree with it`() throws {
        let usual = ["mcp-protocol-version": Self.version]
        let method = #"{"jsonrpc":"2.0","method":"notifications/cancelled""#
        let key = "io.modelcontextprotocol/protocolVersion"
        let named = #"\#(method),"params":{"_meta":{"\#(key)":"\#(Self.version)"}}}"#
        for body in [method + "}", named] {
            #expect(decide(body, [:], usual: usual) == .accept)
            let right = ["mcp-method": "notifications/cancelled"]
            #expect(decide(body, right, usual: usual) == .accept)
            let wrong = ["mcp-method": "notifications/progress"]
            _ = try check(
                decide(body, wrong, usual: usual), refuses: 400, -32020, id: .null)
        }
        let other = ["mcp-protocol-version": "2025-11-25"]
        _ = try check(decide(named, other), refuses: 400, -32020, id: .null)
    }
}
