import GitHubAPI
import HTTPCore
package import JSONCore
import JSONSchema

/// A type of values in results: its name, its schema, and how its values are written.
///
/// The schema and the JSON come from one declaration, so they cannot differ.
package struct WireType<Value>: Sendable {
    typealias Write = @Sendable (Value, inout ResultWriter) -> Void

    /// Refers to the type by its name if it has one.
    let schema: Schema
    /// The name and the schema behind it.
    let definition: (name: String, schema: Schema)?
    let write: Write

    init(_ schema: Schema, _ write: @escaping Write) {
        self.schema = schema
        definition = nil
        self.write = write
    }

    /// A type that results refer to by name. ``TypeSchemas`` lists them.
    init(named name: String, _ description: String, _ members: [WireMember<Value>]) {
        let object = Self.object(members)
        schema = .ref(name)
        definition = (name, object.schema.described(description))
        write = object.write
    }
}

extension WireType {
    /// The value as JSON. Secrets stay in it.
    package func value(of value: Value) -> JSONValue {
        var writer = ResultWriter { $0 }
        write(value, &writer)
        return (try? JSONParser(maximumDepth: .max).parse(writer.bytes)) ?? .null
    }
}

// Objects, arrays and null.
extension WireType {
    static func object(_ members: [WireMember<Value>]) -> WireType {
        WireType(.object(members.map(\.property))) { value, writer in
            writer.object { writer in
                for member in members { member.write(value, &writer) }
            }
        }
    }

    /// - Parameter title: the name of the type in clients.
    static func object(_ title: String, _ members: [WireMember<Value>]) -> WireType {
        let object = object(members)
        return WireType(object.schema.titled(title), object.write)
    }

    static func nullable<Wrapped>(_ type: WireType<Wrapped>) -> WireType where Value == Wrapped? {
        WireType(.nullable(type.schema)) { value, writer in
            guard let value else { return writer.null() }
            type.write(value, &writer)
        }
    }

    /// A value that is optional in Swift but never nil in a result.
    static func known<Wrapped>(_ type: WireType<Wrapped>) -> WireType where Value == Wrapped? {
        WireType(type.schema, nullable(type).write)
    }

    static func array<Element>(
        of type: WireType<Element>, maxItems: Int? = nil
    ) -> WireType where Value == [Element] {
        WireType(.array(of: type.schema, maxItems: maxItems)) { elements, writer in
            writer.array(elements, type.write)
        }
    }

    /// An object whose members may have any name. They are sorted by name, so that equal values are
    /// equal texts.
    static func map<Element>(
        of type: WireType<Element>
    ) -> WireType where Value == [String: Element] {
        WireType(.map(of: type.schema)) { elements, writer in
            writer.object { writer in
                for (name, element) in elements.sorted(by: { $0.key < $1.key }) {
                    writer.name(name)
                    type.write(element, &writer)
                }
            }
        }
    }
}

extension WireType
where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
    /// One of the type's raw values.
    static var enumeration: WireType {
        WireType(.enumeration(Value.self)) { $1.write($0.rawValue) }
    }
}

extension WireType<Int> {
    static var count: WireType { integer(0...) }

    static func integer(_ bounds: PartialRangeFrom<Int>) -> WireType {
        WireType(.integer(bounds)) { $1.write($0) }
    }
}

extension WireType<Double> {
    static var number: WireType { WireType(.number) { $1.write($0) } }
}

extension WireType<Bool> {
    static var boolean: WireType { WireType(.boolean) { $1.write($0) } }
}

extension WireType<String> {
    static var string: WireType { WireType(.string()) { $1.write($0) } }
    static var link: WireType { WireType(.string(format: "uri")) { $1.write($0) } }

    static func constant(_ text: String) -> WireType {
        WireType(.const(.string(text))) { $1.write($0) }
    }
}

extension WireType<Timestamp> {
    static var time: WireType {
        WireType(.string(format: "date-time")) { $1.write($0.description) }
    }
}

extension WireType<Void> {
    static var null: WireType { WireType(.null) { $1.null() } }
    /// An object without members.
    static var empty: WireType { .object([]) }
}
