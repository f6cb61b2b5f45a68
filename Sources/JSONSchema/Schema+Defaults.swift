package import JSONCore

extension Schema {
    /// The members of an object of this schema with the default of each missing one that has one.
    package func applyingDefaults(to members: JSONObject) -> JSONObject {
        var members = members
        for property in properties where members[property.name] == nil {
            members[property.name] = property.defaultValue
        }
        return members
    }

    /// The names of the definitions that this schema refers to, without those that these refer to.
    package var references: Set<String> {
        switch self {
        case .null, .boolean, .integer, .number, .string, .const, .enumeration: []
        case .object: properties.reduce(into: []) { $0.formUnion($1.schema.references) }
        case .array(let schema, _), .map(let schema), .nullable(let schema),
            .annotated(let schema, _):
            schema.references
        case .anyOf(let schemas): schemas.reduce(into: []) { $0.formUnion($1.references) }
        case .ref(let name): [name]
        }
    }
}
