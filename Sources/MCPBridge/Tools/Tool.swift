import ExplorerRPC
import JSONCore
import JSONSchema

/// A method of the table as an MCP tool.
///
/// `workDoneToken` is not among its params, because MCP reports progress in its own way. Schemas have
/// no `$schema`: their dialect is then 2020-12, and clients whose validators support only draft-07,
/// in which these keywords mean the same, accept them.
struct Tool: Sendable {
    let method: any DocumentedMethod.Type
    let documentation: MethodDocumentation
    /// The method's name with `_` for each dot: some clients permit no dot in a tool's name.
    let name: String

    /// All of them, in the order of the table.
    static let all = MethodCatalog.services.map { Tool($0) }

    private init(_ method: any DocumentedMethod.Type) {
        self.method = method
        documentation = method.documentation.withoutProgressToken
        name = String(method.name.map { $0 == "." ? "_" : $0 })
    }

    /// The tool's entry in `tools/list`.
    var description: JSONValue {
        let sentences = [documentation.summary, rule].compactMap(\.self)
        return [
            "name": .string(name),
            "title": .string(documentation.title ?? name),
            "description": .string(sentences.joined(separator: " ")),
            "inputSchema": .object(paramsSchema),
            "outputSchema": .object(resultSchema),
            "annotations": [
                "readOnlyHint": .bool(documentation.effect == .none),
                "destructiveHint": .bool(documentation.effect != .none),
                "idempotentHint": .bool(documentation.effect != .replaces),
                "openWorldHint": .bool(documentation.asksGitHub),
            ],
        ]
    }

    /// It lacks ``rule``: Anthropic's API refuses every tool of a client if one of them has a `oneOf`
    /// at the root of its schema.
    private var paramsSchema: JSONObject {
        SchemaFiles.standalone(
            .object(documentation.allParams, additional: documentation.isOpen))
    }

    /// Revisions before 2026-07-28 require `type` at the root of a schema, even if a `$ref` or
    /// alternatives imply it.
    private var resultSchema: JSONObject {
        let root: JSONObject = ["type": "object"]
        return root.merging(SchemaFiles.standalone(method.resultSchema))
    }

    /// Which params exclude each other, in words; nil if none do. Calls are checked for it.
    private var rule: String? {
        let ways = documentation.exactlyOneOf.map { way in
            way.value.map { "`\(way.name)`: \($0.text)" } ?? "`\(way.name)`"
        }
        return ways.isEmpty ? nil : "Give exactly one of \(ways.joined(separator: " and "))."
    }
}
