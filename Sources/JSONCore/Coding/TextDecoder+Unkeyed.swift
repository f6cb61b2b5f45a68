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
        try next(type) { try Value(from: $0) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try next(type) { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next([JSONValue].self) { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder {
        try next(JSONValue.self) { $0 }
    }

    private mutating func next<Result>(
        _ type: Any.Type, _ read: (TextDecoder) throws -> Result
    ) throws -> Result {
        let result = try read(element(type))
        // Not before: an element that does not decode must not be skipped.
        currentIndex += 1
        return result
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
