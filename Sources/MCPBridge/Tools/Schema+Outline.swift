import JSONSchema

extension Schema {
    /// The kinds of values of an object's members, without their documentation and bounds: what a
    /// model must know of a result before it has one.
    var outline: Schema {
        guard case .object(let members, _, _) = rule else { return .object() }
        return .object(members.map { .optional($0.name, $0.schema.kind) })
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
