import JSONCore
import JSONRPC
import JSONSchema

/// Reads the params of a method's calls: validated, with defaults, and in canonical form.
struct ParamsReader<Query: Decodable & Sendable>: Sendable {
    private let documentation: MethodDocumentation
    /// It refers to no definitions, so that those of results are not needed.
    private let schema: Schema
    private let redact: @Sendable (String) -> String

    /// - Parameter redact: removes secrets from an error's text.
    init(
        _ documentation: MethodDocumentation, redact: @escaping @Sendable (String) -> String
    ) {
        self.documentation = documentation
        schema = documentation.paramsSchema
        self.redact = redact
    }

    /// The names of the method's own params, in positional order.
    var names: [String] { documentation.params.map(\.name) }

    /// - Parameter given: by name, by position, or null for none.
    /// - Throws: -32602 for params that the schema does not accept.
    func read(_ given: JSONValue) throws -> CallParams<Query> {
        let named = try documentation.byName(given)
        let violations = schema.validate(.object(named), shown: redact)
        guard violations.isEmpty else {
            throw Redaction(text: redact)(
                .invalidParams(violations.map { ($0.path.description, $0.message) }))
        }
        var members = schema.applyingDefaults(to: named)
        let common =
            documentation.takesCommonParams
            ? CommonParams(takenFrom: &members) : CommonParams()
        let text = JSONValue.object(members.sortedByName).bytes
        return CallParams(
            query: try JSONTextDecoder().decode(Query.self, from: text), common: common, text: text)
    }
}
