import JSONCore
import JSONSchema

/// A member of an object in results: its name, its type, and the source of its value.
package struct WireMember<Owner>: Sendable {
    let property: Property
    /// The member's value in JSON; nil if an optional member is missing.
    let json: @Sendable (Owner, WireType<Owner>.Redact) -> JSONValue?

    static func required<Value>(
        _ name: String, _ value: @escaping @Sendable (Owner) -> Value, _ type: WireType<Value>,
        _ description: String
    ) -> WireMember {
        WireMember(property: .required(name, type.schema, description)) {
            type.json(value($0), $1)
        }
    }

    /// A member that is left out if its value is nil.
    static func optional<Value>(
        _ name: String, _ value: @escaping @Sendable (Owner) -> Value?, _ type: WireType<Value>,
        _ description: String
    ) -> WireMember {
        WireMember(property: .optional(name, type.schema, description)) { owner, redact in
            value(owner).map { type.json($0, redact) }
        }
    }

    /// The same member for a larger value that has an `Owner`.
    func of<Whole>(_ part: @escaping @Sendable (Whole) -> Owner) -> WireMember<Whole> {
        WireMember<Whole>(property: property) { json(part($0), $1) }
    }
}
