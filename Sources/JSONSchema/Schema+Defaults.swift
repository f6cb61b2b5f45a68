package import JSONCore

extension Schema {
    /// The members of an object of this schema with the default of each missing one that has one.
    package func applyingDefaults(to members: JSONObject) -> JSONObject {
        guard case .object(let rule) = rule else { return members }
        var members = members
        for property in rule.properties where members[property.name] == nil {
            members[property.name] = property.defaultValue
        }
        return members
    }

    /// The names of the definitions that this schema refers to, without those that these refer to.
    package var references: Set<String> {
        switch rule {
        case .null, .boolean, .integer, .number, .string, .const, .enumeration: []
        case .array(let rule): rule.items.references
        case .object(let rule):
            rule.properties.reduce(into: []) { $0.formUnion($1.schema.references) }
        case .map(let schema), .nullable(let schema): schema.references
        case .anyOf(let schemas): schemas.reduce(into: []) { $0.formUnion($1.references) }
        case .ref(let name): [name]
        }
    }
}
