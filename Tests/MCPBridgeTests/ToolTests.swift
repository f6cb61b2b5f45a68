import ExplorerRPC
import JSONCore
import JSONRPC
import Testing

@testable import MCPBridge

@Suite struct ToolTests {
    private func tool(_ name: String) throws -> JSONValue {
        try #require(Tool.all.first { $0.name == name }).description
    }

    @Test func `every method that asks GitHub or signs in is a tool, named with underscores`() {
        let methods = MethodCatalog.services.filter { !$0.name.hasPrefix("cache.") }
        let names = methods.map { $0.name.replacing(".", with: "_") }
        #expect(Tool.all.map(\.name) == names)
    }

    @Test(arguments: Tool.all)
    func `both schemas are objects without alternatives at the root`(
        tool: Tool
    ) throws {
        for schema in ["inputSchema", "outputSchema"] {
            let schema = try #require(tool.description[schema])
            #expect(schema["type"] == "object")
            #expect(schema["$schema"] == nil)
        }
        for keyword in ["oneOf", "anyOf", "allOf"] {
            #expect(tool.description["inputSchema"]?[keyword] == nil)
        }
    }

    @Test(arguments: Tool.all)
    func `a tool has a title, a sentence, and closed params without a work done token`(
        tool: Tool
    ) {
        #expect(tool.description["title"]?.stringValue != tool.name)
        #expect(tool.description["description"]?.stringValue?.hasSuffix(".") == true)
        #expect(tool.description["inputSchema"]?["additionalProperties"] == false)
        #expect(tool.description["inputSchema"]?["properties"]?["workDoneToken"] == nil)
    }

    @Test(arguments: Tool.all)
    func `the advice of a tool names tools that exist`(tool: Tool) {
        let advice = tool.method.documentation.advice ?? ""
        let named = advice.matches(of: /[a-z]+_[a-zA-Z]+/).map { String($0.output) }
        #expect(Set(named).isSubset(of: Tool.all.map(\.name)))
    }

    @Test func `the list of tools is short`() {
        let size = Tool.all.map { $0.description.bytes.count }.reduce(0, +)
        #expect(size <= 1400 * Tool.all.count, "\(size / Tool.all.count) bytes per tool")
    }

    @Test func `an output schema has the kinds of members, and requires none of an item's`() throws
    {
        #expect(
            try tool("search_repositories")["outputSchema"]?["properties"]?["repositories"]
                == ["type": "array", "items": ["type": "object"]])
        let summary = try tool("user_summary")["outputSchema"]
        #expect(summary?["properties"]?["user"] == ["type": "object"])
        #expect(summary?["properties"]?["favoriteLanguage"] == ["type": ["string", "null"]])
        #expect(summary?["required"] == nil)
        let members = ["state", "login", "scopes", "tokenSource"]
        for (name, more) in [
            ("auth_status", []),
            ("auth_login", ["userCode", "verificationUri", "expiresAt", "interval"]),
        ] {
            let properties = try tool(name)["outputSchema"]?["properties"]?.objectValue
            #expect(properties?.keys == members + more)
        }
    }

    @Test(arguments: Tool.all)
    func `tools of lists take fields, which are members of an item`(tool: Tool) throws {
        let fields = tool.description["inputSchema"]?["properties"]?["fields"]
        let names = fields?["items"]?["enum"]?.arrayValue?.compactMap(\.stringValue)
        guard let list = tool.method.list else {
            #expect(fields == nil)
            return
        }
        #expect(Set(list.columns + ["*"]).isSubset(of: Set(try #require(names))))
    }

    @Test func `the description names params that exclude each other`() throws {
        let text = try tool("auth_login")["description"]?.stringValue
        #expect(text?.hasSuffix("Give exactly one of `token` and `device`: true.") == true)
    }

    @Test(arguments: [
        ("users_random", [true, nil, nil, true]), ("auth_status", [true, nil, nil, true]),
        ("auth_login", [false, true, false, true]), ("auth_logout", [false, true, true, false]),
    ])
    func `annotations say what a call changes and whether it asks GitHub`(
        name: String, hints: [Bool?]
    ) throws {
        let names = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]
        let annotations = try tool(name)["annotations"]
        #expect(names.map { annotations?[$0]?.boolValue } == hints)
    }
}
