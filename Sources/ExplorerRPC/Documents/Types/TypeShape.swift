import JSONCore
import JSONSchema

/// The type of a schema's values in another language: the schema without bounds and patterns.
indirect enum TypeShape: Hashable {
    case any, null, boolean, integer, number, string
    /// One of several constants.
    case literal([JSONValue])
    case list(TypeShape)
    /// An object whose members may have any name.
    case map(TypeShape)
    case named(String)
    case union([TypeShape])

    init(_ schema: Schema) {
        switch schema.rule {
        case .any: self = .any
        case .null: self = .null
        case .boolean: self = .boolean
        case .integer: self = .integer
        case .number: self = .number
        case .string: self = .string
        case .const(let value): self = .literal([value])
        case .enumeration(let values): self = .literal(values.map(JSONValue.string))
        case .array(let rule): self = .list(TypeShape(rule.items))
        case .object: self = schema.title.map(TypeShape.named) ?? .map(.any)
        case .map(let values): self = .map(TypeShape(values))
        case .anyOf(let schemas): self = .union(schemas.map(TypeShape.init))
        case .nullable(let inner): self = .union([TypeShape(inner), .null])
        case .ref(let name): self = .named(name)
        }
    }
}
