package import JSONCore

extension Schema {
    /// The value with the default of each missing member that has one, at any depth.
    ///
    /// The value should be valid: a part of another kind is left unchanged.
    package func applyingDefaults(
        to value: JSONValue, definitions: [String: Schema] = [:]
    ) -> JSONValue {
        switch (rule, value) {
        case (.object(let rule), .object(var members)):
            for property in rule.properties {
                if let member = members[property.name] {
                    members[property.name] = property.schema.applyingDefaults(
                        to: member, definitions: definitions)
                } else if let value = property.defaultValue {
                    members[property.name] = value
                }
            }
            return .object(members)
        case (.map(let schema), .object(let members)):
            let completed = members.map { name, member in
                (name, schema.applyingDefaults(to: member, definitions: definitions))
            }
            return .object(JSONObject(completed))
        case (.array(let rule), .array(let elements)):
            return .array(
                elements.map { rule.items.applyingDefaults(to: $0, definitions: definitions) })
        case (.nullable(let schema), _) where !value.isNull:
            return schema.applyingDefaults(to: value, definitions: definitions)
        case (.anyOf(let schemas), _):
            let match = schemas.first { $0.validate(value, definitions: definitions).isEmpty }
            return match?.applyingDefaults(to: value, definitions: definitions) ?? value
        case (.ref(let name), _):
            return definitions[name]?.applyingDefaults(to: value, definitions: definitions)
                ?? value
        default:
            return value
        }
    }
}
