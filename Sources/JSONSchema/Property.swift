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

    package init(
        name: String, schema: Schema, isRequired: Bool, description: String? = nil,
        default: JSONValue? = nil
    ) {
        self.name = name
        self.isRequired = isRequired
        var schema = schema
        if let description { schema = schema.described(description) }
        if let `default` { schema = schema.defaulting(to: `default`) }
        self.schema = schema
    }

    package static func required(
        _ name: String, _ schema: Schema, _ description: String? = nil
    ) -> Property {
        Property(name: name, schema: schema, isRequired: true, description: description)
    }

    package static func optional(
        _ name: String, _ schema: Schema, default: JSONValue? = nil, _ description: String? = nil
    ) -> Property {
        Property(
            name: name, schema: schema, isRequired: false, description: description,
            default: `default`)
    }
}
