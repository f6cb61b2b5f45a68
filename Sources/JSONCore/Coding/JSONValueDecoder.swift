/// Decodes `Decodable` types from a ``JSONValue``.
///
/// An integer is decoded from any number with an integral value (15.0 is 15). A number that does
/// not fit the type is an error; it is never rounded or truncated. Members that the type does not
/// read are ignored. A ``JSONValue`` inside the type keeps its digits.
public struct JSONValueDecoder: Sendable {
    /// A decoder without options.
    public init() {}

    /// - Throws: `DecodingError`, with the path to the value that does not fit.
    public func decode<Value: Decodable>(
        _ type: Value.Type, from value: JSONValue
    ) throws -> Value {
        try Value(from: ValueDecoder(value: value, path: DecodingPath()))
    }
}

/// One value, with its path.
struct ValueDecoder: Decoder, SingleValueDecodingContainer {
    let value: JSONValue
    let path: DecodingPath

    var codingPath: [any CodingKey] { path.keys }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = value else { throw mismatch(type, "an object") }
        return KeyedDecodingContainer(
            KeyedValueDecoder<Key>(members: members, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else {
            throw mismatch([JSONValue].self, "an array")
        }
        return UnkeyedDecoder<ValueDecoder>(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        self
    }

    func decodeNil() -> Bool {
        value.isNull
    }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .bool(let value) = value else { throw mismatch(type, "true or false") }
        return value
    }

    func decode(_ type: String.Type) throws -> String {
        guard case .string(let value) = value else { throw mismatch(type, "a string") }
        return value
    }

    func decode(_ type: Double.Type) throws -> Double { try floatingPoint(type) }
    func decode(_ type: Float.Type) throws -> Float { try floatingPoint(type) }
    func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try Value(from: self)
    }

    private func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        guard case .number(let number) = value else { throw mismatch(type, "an integer") }
        if let integer = Value(number.text) ?? number.int.flatMap(Value.init(exactly:)) {
            return integer
        }
        let found = "expected an integer that fits \(type), found \(number.text)"
        throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: found))
    }

    private func floatingPoint<Value: BinaryFloatingPoint & LosslessStringConvertible>(
        _ type: Value.Type
    ) throws -> Value {
        guard case .number(let number) = value else { throw mismatch(type, "a number") }
        if let value = Value(number.text), value.isFinite {
            return value
        }
        let found = "expected a number that fits \(type), found \(number.text)"
        throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: found))
    }

    private func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: codingPath,
            debugDescription: "expected \(expected), found type \(value.kind.rawValue)")
        return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
}

extension ValueDecoder: ElementDecoder {
    init(element: JSONValue, path: DecodingPath) {
        self.init(value: element, path: path)
    }

    var isNull: Bool { value.isNull }
}
