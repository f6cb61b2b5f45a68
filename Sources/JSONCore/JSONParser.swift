/// Reads JSON texts into values.
///
/// Strict as RFC 8259 has it: UTF-8 without a byte order mark, one value, white space around it.
/// Escaped surrogates that stand alone become U+FFFD; of equal member names the last one counts.
package struct JSONParser: Sendable {
    /// An array or object nested deeper is refused.
    ///
    /// The parser recurses this deep: a thread's stack bounds what makes sense here.
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
    /// Reads the whole value that is next.
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
