/// The definitions that a schema refers to.
extension Schema {
    /// The names of the definitions in this schema, without those that these refer to.
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
