/// Decodes `Decodable` types straight from JSON text and builds only the values that they read.
///
/// If a type reads ten members of an object with a hundred, the other ninety are only skipped. An
/// integer is decoded from any number with an integral value (15.0 is 15). A number that does not
/// fit the type is an error; it is never rounded or truncated. A ``JSONValue`` inside the type keeps
/// its digits.
public struct JSONTextDecoder: Sendable {
    private let maximumDepth: Int
    private let limit: Int

    /// - Parameter maximumDepth: levels of arrays and objects; the value `[1]` has one.
    public init(maximumDepth: Int = JSONParser.defaultMaximumDepth) {
        self.maximumDepth = maximumDepth
        limit = .max
    }

    /// A decoder of one page of a list, from a server that may send more.
    ///
    /// The whole text is checked, but values are built only of the first elements. An `Int` must be
    /// in ``WireInteger/range``.
    ///
    /// - Parameter pageSize: most elements of an outermost array. Arrays and objects inside of it
    ///   have at most 1,000.
    package init(pageSize: Int) {
        maximumDepth = JSONParser.defaultMaximumDepth
        limit = pageSize
    }

    /// - Throws: `DecodingError`, with the path to the value that does not fit, or without a path
    ///   if the text is not JSON.
    public func decode<Value: Decodable>(
        _ type: Value.Type, from text: [UInt8]
    ) throws -> Value {
        let decoder: TextDecoder
        do throws(JSONSyntaxError) {
            // Checks the whole text, so that no later scan of a part can fail.
            decoder = try JSONScanner.scan(text[...], maximumDepth: maximumDepth) {
                (scanner) throws(JSONSyntaxError) in
                let isArray = try scanner.nextKind() == .array
                let start = scanner.offset
                let elements = isArray ? try scanner.elements(of: text[...], limit) : nil
                if !isArray { try scanner.skipValue() }
                let value = text[start..<scanner.offset]
                try scanner.finish()
                return TextDecoder(
                    text: value, codingPath: [], limit: limit, elements: elements)
            }
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "\(error)", underlyingError: error))
        }
        return try Value(from: decoder)
    }
}

/// One value, in a text that has been checked, with its path.
struct TextDecoder: Decoder {
    /// The value, without white space around it.
    let text: ArraySlice<UInt8>
    let codingPath: [any CodingKey]
    /// Most elements of this array, or of the arrays in this object; the rest is ignored.
    var limit = Int.max
    /// The elements of an array, if they have been found.
    var elements: [ArraySlice<UInt8>]?

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Most members of an object, and most elements of an array inside of another one, if there is
    /// a ``limit``.
    private var innerLimit: Int { isPage ? 1000 : .max }

    /// Whether the value is in a page of a list, or in an object from the same server.
    var isPage: Bool { limit != .max }

    var isNull: Bool { text.first == UInt8(ascii: "n") }

    func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        guard let members = JSONTextMembers(text, atMost: innerLimit) else {
            throw mismatch(type, "an object")
        }
        return KeyedDecodingContainer(
            KeyedTextDecoder<Key>(members: members, codingPath: codingPath, limit: limit))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let elements = elements ?? scan(.array, { try $0.elements(of: text, limit) }) else {
            throw mismatch([JSONValue].self, "an array")
        }
        return UnkeyedTextDecoder(
            elements: elements, codingPath: codingPath, limit: innerLimit)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        self
    }

    /// Reads a value of this kind; nil if the value is of another kind.
    func scan<Result>(
        _ kind: JSONKind, _ read: (inout JSONScanner) throws -> Result
    ) -> Result? {
        // The depth has been checked.
        JSONScanner.scan(text, maximumDepth: .max) { scanner in
            guard (try? scanner.nextKind()) == kind else { return nil }
            return try? read(&scanner)
        }
    }
}

extension JSONScanner {
    /// Skips the next value of `text`, an array, and returns its first elements.
    fileprivate mutating func elements(
        of text: ArraySlice<UInt8>, _ limit: Int
    ) throws(JSONSyntaxError) -> [ArraySlice<UInt8>] {
        var elements: [ArraySlice<UInt8>] = []
        let start = text.startIndex
        try beginArray()
        while try nextElement() {
            let range = try skipValue()
            guard elements.count < limit else { continue }
            elements.append(text[start + range.lowerBound..<start + range.upperBound])
        }
        return elements
    }
}
