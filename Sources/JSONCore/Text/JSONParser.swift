/// Parses JSON texts into values.
///
/// The parser follows RFC 8259 strictly: UTF-8 without a byte order mark, one value, white space
/// around it. A lone escaped surrogate becomes U+FFFD. If members have the same name, the last one
/// counts.
package struct JSONParser: Sendable {
    /// The deepest nesting of arrays and objects that is accepted.
    ///
    /// The parser recurses to this depth, so the thread's stack limits it.
    package let maximumDepth: Int

    package init(maximumDepth: Int = JSONScanner.defaultMaximumDepth) {
        self.maximumDepth = maximumDepth
    }

    package func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
        try JSONScanner.scan(bytes, maximumDepth: maximumDepth, parse)
    }

    /// Offsets in errors count from the slice's start.
    package func parse(_ bytes: ArraySlice<UInt8>) throws(JSONSyntaxError) -> JSONValue {
        try JSONScanner.scan(bytes, maximumDepth: maximumDepth, parse)
    }

    package func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) -> JSONValue {
        var scanner = JSONScanner(bytes, maximumDepth: maximumDepth)
        return try parse(&scanner)
    }

    package func parse(_ text: String) throws(JSONSyntaxError) -> JSONValue {
        try parse(Array(text.utf8))
    }

    private func parse(_ scanner: inout JSONScanner) throws(JSONSyntaxError) -> JSONValue {
        let value = try scanner.value()
        try scanner.finish()
        return value
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
