extension TextDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool {
        isNull
    }

    func decode(_ type: Bool.Type) throws -> Bool {
        switch text.first {
        case UInt8(ascii: "t"): true
        case UInt8(ascii: "f"): false
        default: throw mismatch(type, "true or false")
        }
    }

    func decode(_ type: String.Type) throws -> String {
        guard let string = scan(.string, { try $0.string() }) else {
            throw mismatch(type, "a string")
        }
        return string
    }

    func decode(_ type: Int.Type) throws -> Int {
        let value = try integer(type)
        guard !isPage || WireInteger.range.contains(value) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: codingPath,
                    debugDescription:
                        "expected 0 to \(WireInteger.range.upperBound), found \(value)"))
        }
        return value
    }

    func decode(_ type: Double.Type) throws -> Double { try floatingPoint(type) }
    func decode(_ type: Float.Type) throws -> Float { try floatingPoint(type) }
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
        try number(type, "an integer") { Value($0.text) ?? $0.int.flatMap(Value.init(exactly:)) }
    }

    private func floatingPoint<Value: BinaryFloatingPoint & LosslessStringConvertible>(
        _ type: Value.Type
    ) throws -> Value {
        try number(type, "a number") { number in
            Value(number.text).flatMap { $0.isFinite ? $0 : nil }
        }
    }

    /// - Parameter convert: returns nil for a number that does not fit.
    private func number<Value>(
        _ type: Value.Type, _ expected: String, _ convert: (JSONNumber) -> Value?
    ) throws -> Value {
        guard let number = scan(.number, { try $0.number() }) else {
            throw mismatch(type, expected)
        }
        if let value = convert(number) { return value }
        let found = "expected \(expected) that fits \(type), found \(number.text)"
        throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: found))
    }

    func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
        let kind = JSONKind.allCases.first { scan($0) { _ in } != nil } ?? .null
        let context = DecodingError.Context(
            codingPath: codingPath,
            debugDescription: "expected \(expected), found type \(kind.rawValue)")
        return isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
}
