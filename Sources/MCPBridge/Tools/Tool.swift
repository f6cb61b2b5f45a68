import ExplorerRPC
import JSONCore

/// A method of the table as an MCP tool.
///
/// Its description is generated from the method's documentation. Schemas have no `$schema`: their
/// dialect is then 2020-12, and clients whose validators support only draft-07, in which these
/// keywords mean the same, accept them.
struct Tool: Sendable {
    let method: ServiceMethod
    /// The method's name with `_` for each dot: some clients permit no dot in a tool's name.
    let name: String
    /// The tool's entry in `tools/list`.
    let description: JSONValue

    init(_ method: ServiceMethod) {
        self.method = method
        name = String(method.name.map { $0 == "." ? "_" : $0 })
        let documentation = method.documentation
        let sentences = [documentation.summary, method.rule].compactMap(\.self)
        description = [
            "name": .string(name),
            "title": .string(documentation.title ?? name),
            "description": .string(sentences.joined(separator: " ")),
            "inputSchema": .object(method.paramsSchema),
            "outputSchema": .object(Self.withObjectRoot(method.resultSchema)),
            "annotations": .object(Self.annotations(documentation)),
        ]
    }

    /// Revisions before 2026-07-28 require `type` at the root of a schema, even if a `$ref` or
    /// alternatives imply it.
    private static func withObjectRoot(_ schema: JSONObject) -> JSONObject {
        let root: JSONObject = ["type": "object"]
        return root.merging(schema)
    }

    private static func annotations(_ documentation: MethodDocumentation) -> JSONObject {
        let effect = documentation.effect
        return [
            "readOnlyHint": .bool(effect == .none),
            "destructiveHint": .bool(effect != .none),
            "idempotentHint": .bool(effect != .replaces),
            "openWorldHint": .bool(documentation.asksGitHub),
        ]
    }
}
