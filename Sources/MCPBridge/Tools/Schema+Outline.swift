import ExplorerRPC
import JSONSchema

extension Schema {
    /// The kinds of values of an object's members, without their documentation and bounds: what a
    /// model must know of a result before it has one.
    var outline: Schema {
        var names = Set<String>()
        let members = members.filter { names.insert($0.name).inserted }
        return .object(members.map { .optional($0.name, $0.schema.kind) })
    }

    /// Those of every alternative.
    private var members: [Property] {
        switch rule {
        case .ref(let name): TypeSchemas.definitions[name]?.members ?? []
        case .anyOf(let schemas): schemas.flatMap(\.members)
        default: properties
        }
    }

    private var kind: Schema {
        switch rule {
        case .array(let items, _): .array(of: items.kind)
        case .map, .object, .ref: .object()
        case .nullable(let inner): .nullable(inner.kind)
        case .integer: .integer()
        case .string: .string()
        default: rule
        }
    }
}
