/// Arrays and objects, one step at a time.
extension JSONScanner {
    /// Skips an object's opening brace. ``nextName()`` continues from there.
    package mutating func beginObject() throws(JSONSyntaxError) {
        try begin(.object)
    }

    /// The name of the object's next member, with its escapes decoded, or nil after the closing
    /// brace.
    ///
    /// The scanner is then before the member's value, which must be read or skipped before the next
    /// call. A name may occur more than once.
    package mutating func nextName() throws(JSONSyntaxError) -> String? {
        guard let name = try skipName() else { return nil }
        return text(of: name)
    }

    /// Skips an array's opening bracket. ``nextElement()`` continues from there.
    package mutating func beginArray() throws(JSONSyntaxError) {
        try begin(.array)
    }

    /// Whether the array has another element. If so, the scanner is before it; otherwise it is
    /// after the closing bracket.
    package mutating func nextElement() throws(JSONSyntaxError) -> Bool {
        skipWhiteSpace()
        if byte == UInt8(ascii: "]") {
            end()
            return false
        }
        try separate(.expectedCommaOrBracket)
        return true
    }

    /// The same as ``nextName()``, without making a string.
    package mutating func skipName() throws(JSONSyntaxError) -> JSONStringToken? {
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

    /// Skips the comma before every element or member except the first.
    private mutating func separate(_ reason: JSONSyntaxError.Reason) throws(JSONSyntaxError) {
        if isAtStart {
            isAtStart = false
            return
        }
        guard byte == UInt8(ascii: ",") else { throw error(reason) }
        offset += 1
    }
}
