/// Parses JSON texts into values.
///
/// The parser follows RFC 8259 strictly: UTF-8 without a byte order mark, one value, white space
/// around it. A lone escaped surrogate becomes U+FFFD. If members have the same name, the last one
/// counts.
public struct JSONParser: Sendable {
    /// The deepest nesting of arrays and objects that is accepted.
    ///
    /// The parser recurses to this depth, so the thread's stack limits it.
    public let maximumDepth: Int

    /// The deepest nesting that is accepted by default.
    public static let defaultMaximumDepth = 128

    /// - Parameter maximumDepth: levels of arrays and objects; the value `[1]` has one.
    public init(maximumDepth: Int = defaultMaximumDepth) {
        self.maximumDepth = maximumDepth
    }

    /// Parses a whole text in UTF-8.
    ///
    /// - Throws: ``JSONSyntaxError`` at the first byte that cannot belong to the text.
    public func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
        try parse(bytes[...])
    }

    /// Offsets in errors count from the slice's start.
    public func parse(_ bytes: ArraySlice<UInt8>) throws(JSONSyntaxError) -> JSONValue {
        try JSONScanner.scan(bytes, maximumDepth: maximumDepth) {
            (scanner) throws(JSONSyntaxError) in
            let value = try scanner.value()
            try scanner.finish()
            return value
        }
    }

    /// Parses a whole text. Offsets in errors count bytes of its UTF-8.
    public func parse(_ text: String) throws(JSONSyntaxError) -> JSONValue {
        try parse(Array(text.utf8))
    }
}

extension JSONScanner {
    /// Reads the next value whole.
    package mutating func value() throws(JSONSyntaxError) -> JSONValue {
        switch try nextKind() {
        case .null:
            try skipNull()
            return .null
        case .boolean: return .bool(try bool())
        case .number: return .number(try number())
        case .string: return .string(try string())
        case .array: return .array(try array())
        case .object: return .object(try object())
        }
    }

    private mutating func array() throws(JSONSyntaxError) -> [JSONValue] {
        var elements: [JSONValue] = []
        try beginArray()
        while try nextElement() {
            elements.append(try value())
        }
        return elements
    }

    private mutating func object() throws(JSONSyntaxError) -> JSONObject {
        var members = JSONObject()
        try beginObject()
        while let name = try nextName() {
            members[name] = try value()
        }
        return members
    }
}
