/// Literals, numbers and strings.
extension JSONScanner {
    package mutating func skipNull() throws(JSONSyntaxError) {
        try skipLiteral("null", .null)
    }

    package mutating func bool() throws(JSONSyntaxError) -> Bool {
        guard try nextKind() == .boolean else { throw error(.expectedKind(.boolean)) }
        let isTrue = byte == UInt8(ascii: "t")
        try skipLiteral(isTrue ? "true" : "false", .boolean)
        return isTrue
    }

    /// Reads the next string and decodes its escapes.
    package mutating func string() throws(JSONSyntaxError) -> String {
        guard try nextKind() == .string else { throw error(.expectedKind(.string)) }
        return text(of: try skipString())
    }

    package mutating func number() throws(JSONSyntaxError) -> JSONNumber {
        guard try nextKind() == .number else { throw error(.expectedKind(.number)) }
        let start = offset
        try skipNumber()
        return JSONNumber(validated: string(at: start..<offset))
    }

    private mutating func skipLiteral(
        _ literal: StaticString, _ kind: JSONKind
    ) throws(JSONSyntaxError) {
        guard try nextKind() == kind else { throw error(.expectedKind(kind)) }
        let start = offset
        for index in 0..<literal.utf8CodeUnitCount {
            guard byte == literal.utf8Start[index] else {
                throw offset < bytes.count
                    ? JSONSyntaxError(.expectedValue, offset: start) : error(.unexpectedEnd)
            }
            offset += 1
        }
    }

    /// - SeeAlso: RFC 8259, section 6, `number`.
    mutating func skipNumber() throws(JSONSyntaxError) {
        if byte == UInt8(ascii: "-") { offset += 1 }
        if byte == UInt8(ascii: "0") {
            offset += 1
            if isDigit { throw error(.invalidNumber) }
        } else {
            try skipDigits()
        }
        if byte == UInt8(ascii: ".") {
            offset += 1
            try skipDigits()
        }
        if byte | 0x20 == UInt8(ascii: "e") {
            offset += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { offset += 1 }
            try skipDigits()
        }
    }

    private var isDigit: Bool {
        byte &- UInt8(ascii: "0") < 10
    }

    private mutating func skipDigits() throws(JSONSyntaxError) {
        guard isDigit else { throw error(.invalidNumber) }
        repeat {
            offset += 1
        } while isDigit
    }

    func string(at range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }
}
