package import JSONCore

/// One member of an object.
package struct Property: Equatable, Sendable {
    package let name: String
    /// Carries the property's description and default.
    package let schema: Schema
    package let isRequired: Bool

    package var description: String? {
        schema.annotations.description
    }

    /// The value of a missing member.
    package var defaultValue: JSONValue? {
        schema.annotations.defaultValue
    }

    package static func required(
        _ name: String, _ schema: Schema, _ description: String? = nil
    ) -> Property {
        Property(
            name: name, schema: description.map(schema.described) ?? schema, isRequired: true)
    }

    package static func optional(
        _ name: String, _ schema: Schema, default: JSONValue? = nil, _ description: String? = nil
    ) -> Property {
        let described = description.map(schema.described) ?? schema
        let schema = `default`.map(described.defaulting) ?? described
        return Property(name: name, schema: schema, isRequired: false)
    }
}
