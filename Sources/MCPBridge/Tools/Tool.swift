import ExplorerRPC
import JSONCore
import JSONSchema

/// A method of the table as an MCP tool.
///
/// All that models read in the list of tools is short, because it is in every conversation. Schemas
/// have no `$schema`: their dialect is then 2020-12, and clients whose validators support only
/// draft-07, in which these keywords mean the same, accept them.
struct Tool: Sendable {
    let method: any DocumentedMethod.Type
    let documentation: MethodDocumentation
    /// The method's name with `_` for each dot: some clients permit no dot in a tool's name.
    let name: String

    /// All of them, in the order of the table.
    static let all = MethodCatalog.services.filter { $0.documentation.isTool }.map { Tool($0) }

    private init(_ method: any DocumentedMethod.Type) {
        self.method = method
        documentation = method.toolDocumentation
        name = String(method.name.map { $0 == "." ? "_" : $0 })
    }

    /// The tool's entry in `tools/list`.
    var description: JSONValue {
        let sentences = [documentation.summary, documentation.advice, rule].compactMap(\.self)
        return [
            "name": .string(name),
            "title": .string(documentation.title ?? name),
            "description": .string(sentences.joined(separator: " ")),
            "inputSchema": .object(paramsSchema),
            "outputSchema": .object(SchemaFiles.standalone(method.resultSchema.outline)),
            "annotations": .object(annotations),
        ]
    }

    /// The hints about changes have a meaning only for a tool that changes something.
    private var annotations: JSONObject {
        let changes: JSONObject = [
            "destructiveHint": true, "idempotentHint": .bool(documentation.effect == .removes),
        ]
        let hints: JSONObject = [
            "readOnlyHint": .bool(documentation.effect == .none),
            "openWorldHint": .bool(documentation.asksGitHub),
        ]
        return documentation.effect == .none ? hints : hints.merging(changes)
    }

    /// Of each param's description it has the first sentence. It lacks ``rule``: Anthropic's API
    /// refuses every tool of a client if one of them has a `oneOf` at the root of its schema.
    private var paramsSchema: JSONObject {
        let params = documentation.allParams.map { param in
            let end = param.description?.firstRange(of: ". ")?.lowerBound
            let sentence = end.flatMap { end in param.description.map { "\($0[..<end])." } }
            return param.isRequired
                ? Property.required(param.name, param.schema, sentence)
                : Property.optional(param.name, param.schema, sentence)
        }
        return SchemaFiles.standalone(.object(params, additional: documentation.isOpen))
    }

    /// Which params exclude each other, in words; nil if none do. Calls are checked for it.
    private var rule: String? {
        let ways = documentation.exactlyOneOf.map { way in
            way.value.map { "`\(way.name)`: \($0.text)" } ?? "`\(way.name)`"
        }
        return ways.isEmpty ? nil : "Give exactly one of \(ways.joined(separator: " and "))."
    }
}
