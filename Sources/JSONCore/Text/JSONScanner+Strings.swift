/// A string that the scanner has skipped and found valid.
package struct JSONStringToken {
    /// The bytes between the quotes.
    let range: Range<Int>

    /// Whether there are escapes to decode; otherwise the bytes are the text.
    let hasEscapes: Bool
}

/// Strings: escapes and UTF-8.
extension JSONScanner {
    /// Skips the string that begins here, including its quotes.
    ///
    /// - SeeAlso: RFC 8259, section 7.
    package mutating func skipString() throws(JSONSyntaxError) -> JSONStringToken {
        offset += 1
        let start = offset
        var hasEscapes = false
        while true {
            while byte < 0x80, !byte.isEscaped { offset += 1 }
            switch byte {
            case UInt8(ascii: "\""):
                defer { offset += 1 }
                return JSONStringToken(range: start..<offset, hasEscapes: hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try skipEscape()
            case 0x80...:
                try skipMultiByteCharacter()
            default:
                throw error(.controlCharacter)
            }
        }
    }

    private mutating func skipEscape() throws(JSONSyntaxError) {
        let start = offset
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            offset += 1
        case UInt8(ascii: "u"):
            offset += 1
            for _ in 0..<4 {
                guard hexDigit(byte) != nil else { throw invalidEscape(from: start) }
                offset += 1
            }
        default:
            throw invalidEscape(from: start)
        }
    }

    private func invalidEscape(from start: Int) -> JSONSyntaxError {
        offset < bytes.count
            ? JSONSyntaxError(.invalidEscape, offset: start) : error(.unexpectedEnd)
    }

    /// Skips one character of two to four bytes. Overlong forms, surrogates and values past
    /// U+10FFFF are errors.
    ///
    /// - SeeAlso: RFC 3629, section 4.
    private mutating func skipMultiByteCharacter() throws(JSONSyntaxError) {
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch byte {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: throw error(.invalidUTF8)
        }
        let start = offset
        for place in 1..<length {
            let allowed = place == 1 ? second : 0x80...0xBF
            guard start + place < bytes.count else {
                throw JSONSyntaxError(.unexpectedEnd, offset: bytes.count)
            }
            guard allowed.contains(bytes[start + place]) else {
                throw JSONSyntaxError(.invalidUTF8, offset: start)
            }
        }
        offset += length
    }

    /// Whether a string that has been skipped has this text, which is ASCII.
    package func text(of token: JSONStringToken, is text: StaticString) -> Bool {
        if token.hasEscapes {
            // An escape takes at most six bytes per character, so a longer string is not equal.
            return token.range.count <= 6 * text.utf8CodeUnitCount
                && self.text(of: token).isSameText(as: "\(text)")
        }
        let expected = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        guard token.range.count == expected.count else { return false }
        let start = token.range.lowerBound
        for index in expected.indices where bytes[start + index] != expected[index] {
            return false
        }
        return true
    }

    /// The text of a string that has been skipped.
    package func text(of token: JSONStringToken) -> String {
        guard token.hasEscapes else { return string(at: token.range) }
        var text: [UInt8] = []
        text.reserveCapacity(token.range.count)
        var rest = bytes[token.range]
        while let escape = rest.firstIndex(of: UInt8(ascii: "\\")) {
            text.append(contentsOf: rest[..<escape])
            rest = rest[(escape + 1)...]
            decodeEscape(&rest, into: &text)
        }
        text.append(contentsOf: rest)
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes one escape, after its backslash. A lone surrogate becomes U+FFFD.
    private func decodeEscape(
        _ rest: inout Slice<UnsafeBufferPointer<UInt8>>, into text: inout [UInt8]
    ) {
        let letter = rest.removeFirst()
        switch letter {
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            let scalar = Unicode.Scalar(codePoint(&rest)) ?? "\u{FFFD}"
            text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        default: text.append(letter)
        }
    }

    /// The code point of the hexadecimal digits that follow, together with the low surrogate after
    /// a high one.
    private func codePoint(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> UInt32 {
        let first = hexadecimal(rest.prefix(4))
        rest = rest.dropFirst(4)
        guard UTF16.isLeadSurrogate(UInt16(first)), rest.starts(with: [0x5C, 0x75]) else {
            return first
        }
        let second = hexadecimal(rest.dropFirst(2).prefix(4))
        guard UTF16.isTrailSurrogate(UInt16(second)) else { return first }
        rest = rest.dropFirst(6)
        return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
    }

    private func hexadecimal(_ digits: some Sequence<UInt8>) -> UInt32 {
        digits.reduce(0) { $0 << 4 | UInt32(hexDigit($1) ?? 0) }
    }

    private func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
