import FoundationEssentials
import HTTPCore
package import JSONCore
import JSONSchema

/// A type of values in results: its name, its schema, and its values in JSON.
///
/// The schema and the JSON come from one declaration, so they cannot differ.
package struct WireType<Value>: Sendable {
    /// Returns a text without secrets. It is applied to strings and to names that are data.
    package typealias Redact = (String) -> String

    /// Refers to the type by its name if it has one.
    let schema: Schema
    /// The name and the schema behind it.
    let definition: (name: String, schema: Schema)?
    package let json: @Sendable (Value, Redact) -> JSONValue
    /// Where a result came from; nil if it is not made of GitHub's responses.
    var source: @Sendable (Value) -> Provenance.Source? = { _ in nil }
    /// The result of later equal calls, and until when they get it; nil if they do not.
    var kept: @Sendable (Value) -> (result: Value, expiresAt: Date)? = { _ in nil }

    init(_ schema: Schema, _ json: @escaping @Sendable (Value, Redact) -> JSONValue) {
        self.schema = schema
        definition = nil
        self.json = json
    }

    /// A type that results refer to by name. ``TypeSchemas`` lists them.
    init(named name: String, _ description: String, _ members: [WireMember<Value>]) {
        let object = Self.object(members)
        schema = .ref(name)
        definition = (name, object.schema.described(description))
        json = object.json
    }
}

// Objects, arrays and null.
extension WireType {
    static func object(_ members: [WireMember<Value>]) -> WireType {
        WireType(.object(members.map(\.property))) { value, redact in
            var object = JSONObject()
            for member in members { object[member.property.name] = member.json(value, redact) }
            return .object(object)
        }
    }

    /// - Parameter title: the name of the type in clients.
    static func object(_ title: String, _ members: [WireMember<Value>]) -> WireType {
        let object = object(members)
        return WireType(object.schema.titled(title), object.json)
    }

    static func nullable<Wrapped>(_ type: WireType<Wrapped>) -> WireType where Value == Wrapped? {
        WireType(.nullable(type.schema)) { value, redact in
            value.map { type.json($0, redact) } ?? .null
        }
    }

    /// A value that is optional in Swift but never nil in a result.
    static func known<Wrapped>(_ type: WireType<Wrapped>) -> WireType where Value == Wrapped? {
        WireType(type.schema, nullable(type).json)
    }

    static func array<Element>(
        of type: WireType<Element>, maxItems: Int? = nil
    ) -> WireType where Value == [Element] {
        WireType(.array(of: type.schema, maxItems: maxItems)) { elements, redact in
            .array(elements.map { type.json($0, redact) })
        }
    }

    /// An object whose members have any names, sorted, so that equal values are equal texts.
    static func map<Element>(
        of type: WireType<Element>
    ) -> WireType where Value == [String: Element] {
        WireType(.map(of: type.schema)) { elements, redact in
            let sorted = elements.sorted { $0.key < $1.key }
            return .object(JSONObject(sorted.map { (redact($0), type.json($1, redact)) }))
        }
    }
}

extension WireType
where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
    /// One of the type's raw values.
    static var enumeration: WireType {
        WireType(.enumeration(Value.self)) { value, _ in .string(value.rawValue) }
    }
}

extension WireType<Int> {
    static var count: WireType { integer(0...) }

    static func integer(_ bounds: PartialRangeFrom<Int>) -> WireType {
        WireType(.integer(bounds)) { number, _ in JSONValue(number) }
    }
}

extension WireType<Double> {
    static var number: WireType { WireType(.number) { number, _ in JSONValue(number) } }
}

extension WireType<Bool> {
    static var boolean: WireType { WireType(.boolean) { value, _ in .bool(value) } }
}

extension WireType<String> {
    static var string: WireType { WireType(.string()) { .string($1($0)) } }
    static var link: WireType { WireType(.string(format: "uri")) { .string($1($0)) } }

    static func constant(_ text: String) -> WireType {
        WireType(.const(.string(text))) { _, _ in .string(text) }
    }
}

extension WireType<Timestamp> {
    static var time: WireType {
        WireType(.string(format: "date-time")) { time, _ in .string(time.description) }
    }
}

extension WireType<Date> {
    static var time: WireType {
        WireType(WireType<Timestamp>.time.schema) { time, _ in
            .string(Timestamp(time).description)
        }
    }
}

extension WireType<Void> {
    static var null: WireType { WireType(.null) { _, _ in .null } }
    /// An object without members.
    static var empty: WireType { .object([]) }
}
