import ExplorerRPC
import JSONCore
import JSONSchema

/// All about one method on a terminal: what `gitxplorer schema METHOD` prints.
struct MethodPage {
    private static let width = 79
    private static let indent = 4

    private let method: any DocumentedMethod.Type
    private var documentation: MethodDocumentation { method.documentation }

    /// - Returns: nil if there is no such method.
    init?(_ name: String) {
        guard let method = MethodCatalog.method(name) else { return nil }
        self.method = method
    }

    var text: String {
        let sections =
            [[method.name] + indented(documentation.summary)] + [params, result, errors, examples]
        return sections.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }

    private var params: [String] {
        if documentation.allParams.isEmpty { return ["Params"] + indented("None.") }
        var lines = ["Params"]
        if !documentation.params.isEmpty {
            lines += indented("By name, or by position in this order:")
            lines += documentation.params.flatMap(param)
        }
        if !documentation.exactlyOneOf.isEmpty {
            let ways = documentation.exactlyOneOf.map(\.phrase).joined(separator: " or ")
            lines += [""] + indented("Exactly one of: \(ways).")
        }
        if documentation.takesCommonParams {
            lines += [""] + indented("By name only:")
            lines += documentation.commonParams.flatMap(param)
        }
        return lines
    }

    private func param(_ param: Property) -> [String] {
        var facts = param.schema.expectation()
        if let value = param.defaultValue {
            facts += "; default \(value.text)"
        } else {
            facts += param.isRequired ? "; required" : "; optional"
        }
        return indented("\(param.name): \(facts)")
            + indented(param.description ?? "", depth: 2)
    }

    private var result: [String] {
        ["Result"] + members(of: method.resultSchema, depth: 1)
    }

    /// The members of an object, and those of the objects in it, each under its member.
    private func members(of schema: Schema, depth: Int) -> [String] {
        switch schema.rule {
        case .object where schema.properties.isEmpty:
            return indented("An object.", depth: depth)
        case .object:
            return schema.properties.flatMap { property in
                let optional = property.isRequired ? "" : ", not always there"
                return indented(
                    "\(property.name) (\(Self.kind(of: property.schema))\(optional)): "
                        + (property.description ?? ""), depth: depth)
                    + inner(of: property.schema, depth: depth + 1)
            }
        case .anyOf(let schemas):
            return Array(
                schemas.map { members(of: $0, depth: depth) }
                    .joined(separator: indented("or", depth: depth)))
        case .ref(let name):
            return TypeSchemas.definitions[name].map { members(of: $0, depth: depth) } ?? []
        default:
            return indented(schema.expectation(), depth: depth)
        }
    }

    private func inner(of schema: Schema, depth: Int) -> [String] {
        switch schema.rule {
        case .array(let items, _): inner(of: items, depth: depth)
        case .map(let inner), .nullable(let inner): self.inner(of: inner, depth: depth)
        case .object where !schema.properties.isEmpty: members(of: schema, depth: depth)
        case .ref: members(of: schema, depth: depth)
        default: []
        }
    }

    /// In a word; results need no bounds.
    private static func kind(of schema: Schema) -> String {
        switch schema.rule {
        case .array(let items, _): "array of \(kind(of: items))s"
        case .map(let values): "object of \(kind(of: values))s by name"
        case .nullable(let inner): kind(of: inner) + " or null"
        case .object, .ref: "object"
        case .integer: "integer"
        case .number: "number"
        case .boolean: "boolean"
        case .string where schema.format == "date-time": "time"
        case .string where schema.format == "uri": "URL"
        case .string: "string"
        default: schema.expectation()
        }
    }

    private var errors: [String] {
        ["Errors"]
            + documentation.errors.flatMap { kind in
                indented("\(kind.code) \(kind.rawValue): \(kind.summary)")
            }
    }

    private var examples: [String] {
        guard let example = documentation.examples.first else { return [] }
        var command = "gitxplorer call --sandbox \(method.name)"
        if example.params.count > 0 {
            command += " '\(JSONValue.object(example.params).text)'"
        }
        return ["Example", String(repeating: " ", count: Self.indent) + command]
    }

    /// Prose, whose second and further lines are indented more.
    private func indented(_ text: String, depth: Int = 1) -> [String] {
        let margin = String(repeating: " ", count: depth * Self.indent)
        let hanging = margin + "  "
        return text.folded(to: Self.width - hanging.count).enumerated()
            .map { ($0 == 0 ? margin : hanging) + $1 }
    }
}
