/// Decodes `Decodable` types straight from JSON text and builds only the values that they read.
///
/// If a type reads ten members of an object with a hundred, the other ninety are only skipped.
/// Results and errors are those of ``JSONValueDecoder``.
public struct JSONTextDecoder: Sendable {
    /// A decoder without options.
    public init() {}

    /// - Throws: `DecodingError`, with the path to the value that does not fit, or without a path
    ///   if the text is not JSON.
    public func decode<Value: Decodable>(
        _ type: Value.Type, from text: [UInt8]
    ) throws -> Value {
        let decoder: TextDecoder
        do throws(JSONSyntaxError) {
            // Checks the whole text, so that no later scan of a part can fail.
            decoder = try JSONScanner.scan(text) { (scanner) throws(JSONSyntaxError) in
                let elements = try scanner.elements(of: text[...])
                if elements == nil { try scanner.skipValue() }
                try scanner.finish()
                return TextDecoder(text: text[...], path: DecodingPath(), elements: elements)
            }
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "\(error)", underlyingError: error))
        }
        return try Value(from: decoder)
    }
}

/// One value in a text that has been checked, with its path.
struct TextDecoder: Decoder {
    let text: ArraySlice<UInt8>
    let path: DecodingPath

    /// The elements of an array, once they have been found.
    var elements: [ArraySlice<UInt8>]?

    var codingPath: [any CodingKey] { path.keys }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The value as a ``ValueDecoder``, for types that are not read straight from text and for
    /// errors.
    var built: ValueDecoder {
        // The text has been checked, to JSONScanner's own depth.
        let value = (try? JSONParser().parse(text)) ?? .null
        return ValueDecoder(value: value, path: path)
    }

    func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        guard let members = JSONTextMembers(text) else { return try built.container(keyedBy: type) }
        return KeyedDecodingContainer(
            KeyedTextDecoder<Key>(members: members, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let found =
            elements ?? JSONScanner.scan(text) { try? $0.elements(of: text) }
        guard let elements = found else { return try built.unkeyedContainer() }
        return UnkeyedDecoder<TextDecoder>(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        built
    }
}

extension TextDecoder: ElementDecoder {
    init(element: ArraySlice<UInt8>, path: DecodingPath) {
        self.init(text: element, path: path)
    }
}

/// Values that need not be built. ``built`` decodes all others.
extension TextDecoder {
    func bool() throws -> Bool {
        switch text.first {
        case UInt8(ascii: "t"): true
        case UInt8(ascii: "f"): false
        default: try built.decode(Bool.self)
        }
    }

    func string() throws -> String {
        guard text.first == UInt8(ascii: "\""),
            let string = JSONScanner.scan(text, { try? $0.string() })
        else { return try built.decode(String.self) }
        return string
    }

    func int() throws -> Int {
        // At most 18 digits fit an Int for certain; longer numbers are rare.
        guard text.count <= 18 else { return try built.decode(Int.self) }
        var value = 0
        for byte in text {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { return try built.decode(Int.self) }
            value = value * 10 + Int(digit)
        }
        return value
    }
}

extension JSONScanner {
    /// Skips the next array in `text`; nil, without skipping, if the next value is not an array.
    fileprivate mutating func elements(
        of text: ArraySlice<UInt8>
    ) throws(JSONSyntaxError) -> [ArraySlice<UInt8>]? {
        guard try nextKind() == .array else { return nil }
        var elements: [ArraySlice<UInt8>] = []
        let start = text.startIndex
        try beginArray()
        while try nextElement() {
            let range = try skipValue()
            elements.append(text[start + range.lowerBound..<start + range.upperBound])
        }
        return elements
    }
}
