import JSONSchema

/// A member of an object in results: its name, its type, and the source of its value.
package struct WireMember<Owner>: Sendable {
    let property: Property
    /// Writes the name and the value; writes nothing if an optional member is missing.
    let write: WireType<Owner>.Write

    static func required<Value>(
        _ name: String, _ value: @escaping @Sendable (Owner) -> Value, _ type: WireType<Value>,
        _ description: String
    ) -> WireMember {
        let start = ResultWriter.start(of: name)
        return WireMember(property: .required(name, type.schema, description)) { owner, writer in
            writer.name(start: start)
            type.write(value(owner), &writer)
        }
    }

    /// A member that is left out if its value is nil.
    static func optional<Value>(
        _ name: String, _ value: @escaping @Sendable (Owner) -> Value?, _ type: WireType<Value>,
        _ description: String
    ) -> WireMember {
        let start = ResultWriter.start(of: name)
        return WireMember(property: .optional(name, type.schema, description)) { owner, writer in
            guard let value = value(owner) else { return }
            writer.name(start: start)
            type.write(value, &writer)
        }
    }

    /// The same member for a larger value that has an `Owner`.
    func of<Whole>(_ part: @escaping @Sendable (Whole) -> Owner) -> WireMember<Whole> {
        WireMember<Whole>(property: property) { whole, writer in write(part(whole), &writer) }
    }
}
