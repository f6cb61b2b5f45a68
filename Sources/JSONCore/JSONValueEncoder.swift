/// Encodes `Encodable` types to a ``JSONValue``.
///
/// Members come in the order in which the type encodes them. A ``JSONValue`` inside the type is
/// taken as it is, to the digit.
package struct JSONValueEncoder: Sendable {
    /// What becomes of an optional member that is nil and that the type encodes "if present", as
    /// every synthesized conformance does.
    package enum Nils: Hashable, Sendable {
        case leftOut
        case asNull
    }

    package let nils: Nils

    package init(nils: Nils = .leftOut) {
        self.nils = nils
    }

    /// - Throws: `EncodingError` for a number that JSON cannot say (infinities, not a number).
    package func encode(_ value: some Encodable) throws -> JSONValue {
        let encoder = ValueEncoder(node: ValueNode(), codingPath: [], nils: nils)
        try value.encode(to: encoder)
        return encoder.node.value
    }
}

/// A place in the value that is being built.
///
/// A class, since containers are written to after they have been handed out.
final class ValueNode {
    enum Content {
        case value(JSONValue)
        case array([ValueNode])
        case object([(String, ValueNode)])
    }

    /// A type that encodes nothing is an empty object.
    var content = Content.object([])

    var value: JSONValue {
        switch content {
        case .value(let value): value
        case .array(let nodes): .array(nodes.map(\.value))
        case .object(let members):
            .object(JSONObject(members.lazy.map { ($0, $1.value) }))
        }
    }

    func append(_ node: ValueNode) {
        guard case .array(var nodes) = content else { return }
        content = .array([])
        nodes.append(node)
        content = .array(nodes)
    }

    func append(_ name: String, _ node: ValueNode) {
        guard case .object(var members) = content else { return }
        // The copy in `content` is dropped first, or each append would copy them all.
        content = .object([])
        members.append((name, node))
        content = .object(members)
    }
}

/// Encodes one value into one node.
struct ValueEncoder: Encoder, SingleValueEncodingContainer {
    let node: ValueNode
    let codingPath: [any CodingKey]
    let nils: JSONValueEncoder.Nils

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        // A class hierarchy asks once for each level, for the same object.
        if case .object = node.content {} else { node.content = .object([]) }
        return KeyedEncodingContainer(KeyedValueEncoder<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .array = node.content {} else { node.content = .array([]) }
        return UnkeyedValueEncoder(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        self
    }

    func encodeNil() { node.content = .value(.null) }
    func encode(_ value: Bool) { node.content = .value(.bool(value)) }
    func encode(_ value: String) { node.content = .value(.string(value)) }
    func encode(_ value: Double) throws { try encode(value, value.isFinite, value) }
    // By its own digits: 0.1 as a Float is 0.10000000149011612 as a Double.
    func encode(_ value: Float) throws { try encode(value, value.isFinite, Double("\(value)")) }
    func encode(_ value: Int) { integer(value) }
    func encode(_ value: Int8) { integer(value) }
    func encode(_ value: Int16) { integer(value) }
    func encode(_ value: Int32) { integer(value) }
    func encode(_ value: Int64) { integer(value) }
    func encode(_ value: UInt) { integer(value) }
    func encode(_ value: UInt8) { integer(value) }
    func encode(_ value: UInt16) { integer(value) }
    func encode(_ value: UInt32) { integer(value) }
    func encode(_ value: UInt64) { integer(value) }

    func encode(_ value: some Encodable) throws {
        try value.encode(to: self)
    }

    func nested(_ key: any CodingKey, in node: ValueNode) -> ValueEncoder {
        ValueEncoder(node: node, codingPath: codingPath + [key], nils: nils)
    }

    private func integer(_ value: some BinaryInteger) {
        node.content = .value(.number(JSONNumber(value)))
    }

    private func encode(_ value: Any, _ isFinite: Bool, _ double: Double?) throws {
        guard isFinite, let number = double.flatMap(JSONNumber.init) else {
            throw EncodingError.invalidValue(
                value,
                .init(
                    codingPath: codingPath,
                    debugDescription: "expected a finite number, found \(value)"))
        }
        node.content = .value(.number(number))
    }
}
