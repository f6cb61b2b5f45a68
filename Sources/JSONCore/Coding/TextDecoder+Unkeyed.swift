/// The elements of an array that is being decoded, in order.
struct UnkeyedTextDecoder: UnkeyedDecodingContainer {
    let elements: [ArraySlice<UInt8>]
    let codingPath: [any CodingKey]
    /// ``TextDecoder/limit`` of each element.
    private let limit: Int
    private(set) var currentIndex = 0

    init(elements: [ArraySlice<UInt8>], codingPath: [any CodingKey], limit: Int) {
        self.elements = elements
        self.codingPath = codingPath
        self.limit = limit
    }

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() throws -> Bool {
        guard try element(JSONValue.self).isNull else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try Value(from: element(type))
        // Not before: an element that does not decode must not be skipped.
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let container = try element(type).container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try element([JSONValue].self).unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try element(JSONValue.self)
        currentIndex += 1
        return decoder
    }

    private func element(_ type: Any.Type) throws -> TextDecoder {
        let path = codingPath + [JSONCodingKey(intValue: currentIndex)]
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type,
                .init(
                    codingPath: path,
                    debugDescription: "expected an element, found the end of the array"))
        }
        return TextDecoder(text: elements[currentIndex], codingPath: path, limit: limit)
    }
}
