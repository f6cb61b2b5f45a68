import ExplorerRPC
import JSONCore

/// A method of the table as an MCP tool.
///
/// Everything that it shows is made from the method's documentation. Schemas have no `$schema`:
/// their dialect is then 2020-12, and clients whose validators know draft-07 only, in which the
/// keywords in use mean the same, do not stumble over the name.
struct Tool: Sendable {
    let method: ServiceMethod
    /// The method's name with `_` for each dot: some clients take no dot in the name of a tool.
    let name: String
    /// As `tools/list` shows it.
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

    /// Revisions before 2026-07-28 want `type` at the root of a schema, also where a `$ref` or
    /// alternatives, all of them objects, say as much.
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
