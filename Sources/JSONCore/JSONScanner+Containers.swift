/// Arrays and objects, one step at a time.
extension JSONScanner {
    /// Walks over an object's opening brace; ``nextName()`` goes on from there.
    package mutating func beginObject() throws(JSONSyntaxError) {
        try begin(.object)
    }

    /// The name of the object's next member, its escapes decoded, or nil past the closing brace.
    ///
    /// The scanner is then before the member's value, which must be read or skipped before the
    /// next call. A name may come more than once.
    package mutating func nextName() throws(JSONSyntaxError) -> String? {
        guard let name = try skipName() else { return nil }
        return text(of: name)
    }

    /// Walks over an array's opening bracket; ``nextElement()`` goes on from there.
    package mutating func beginArray() throws(JSONSyntaxError) {
        try begin(.array)
    }

    /// Whether the array has one more element; if so, the scanner is before it, else past the
    /// closing bracket.
    package mutating func nextElement() throws(JSONSyntaxError) -> Bool {
        skipWhiteSpace()
        if byte == UInt8(ascii: "]") {
            end()
            return false
        }
        try separate(.expectedCommaOrBracket)
        return true
    }

    mutating func skipName() throws(JSONSyntaxError) -> JSONStringToken? {
        skipWhiteSpace()
        if byte == UInt8(ascii: "}") {
            end()
            return nil
        }
        try separate(.expectedCommaOrBrace)
        skipWhiteSpace()
        guard byte == UInt8(ascii: "\"") else { throw error(.expectedMemberName) }
        let name = try skipString()
        skipWhiteSpace()
        guard byte == UInt8(ascii: ":") else { throw error(.expectedColon) }
        offset += 1
        return name
    }

    private mutating func begin(_ kind: JSONKind) throws(JSONSyntaxError) {
        guard try nextKind() == kind else { throw error(.expectedKind(kind)) }
        guard depth < maximumDepth else { throw error(.tooDeep(maximum: maximumDepth)) }
        depth += 1
        offset += 1
        isAtStart = true
    }

    private mutating func end() {
        depth -= 1
        offset += 1
        isAtStart = false
    }

    /// Walks over the comma before all contents but the first.
    private mutating func separate(_ reason: JSONSyntaxError.Reason) throws(JSONSyntaxError) {
        if isAtStart {
            isAtStart = false
            return
        }
        guard byte == UInt8(ascii: ",") else { throw error(reason) }
        offset += 1
    }
}
