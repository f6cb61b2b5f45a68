/// What a schema refers to.
extension Schema {
    /// Names of the definitions that occur in it, not those that occur in these.
    package var references: Set<String> {
        switch rule {
        case .any, .null, .boolean, .integer, .number, .string, .const, .enumeration: []
        case .array(let rule): rule.items.references
        case .object(let rule):
            rule.properties.reduce(into: []) { $0.formUnion($1.schema.references) }
        case .map(let schema), .nullable(let schema): schema.references
        case .anyOf(let schemas): schemas.reduce(into: []) { $0.formUnion($1.references) }
        case .ref(let name): [name]
        }
    }
}
