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
        let names = MethodCatalog.services.map { $0.name.replacing(".", with: "_") }
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

    @Test func `types used by a schema are inside of it`() throws {
        let schema = try tool("user_summary")["outputSchema"]
        #expect(
            schema?["properties"]?["topRepositories"]?["items"] == ["$ref": "#/$defs/Repository"])
        #expect(
            schema?["$defs"]?.objectValue?.keys == [
                "Freshness", "LanguageTotal", "Profile", "Repository",
            ])
    }

    @Test func `the description names params that exclude each other`() throws {
        let text = try tool("auth_login")["description"]?.stringValue
        #expect(text?.hasSuffix("Give exactly one of `token` and `device`: true.") == true)
    }

    @Test(arguments: [
        ("users_random", [true, false, true, true]), ("cache_stats", [true, false, true, false]),
        ("cache_clear", [false, true, true, false]), ("auth_status", [true, false, true, true]),
        ("auth_login", [false, true, false, true]), ("auth_logout", [false, true, true, false]),
    ])
    func `annotations say what a call changes and whether it asks GitHub`(
        name: String, hints: [Bool]
    ) throws {
        let names = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]
        let annotations = try tool(name)["annotations"]
        #expect(names.map { annotations?[$0]?.boolValue } == hints)
    }
}
