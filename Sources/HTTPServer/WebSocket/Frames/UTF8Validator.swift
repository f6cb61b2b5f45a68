/// Checks UTF-8 that arrives in pieces, cut anywhere.
///
/// - SeeAlso: RFC 3629, section 4.
package struct UTF8Validator: Sendable {
    /// The bytes that the current character still needs.
    private var missing = 0
    /// What the next of them may be: neither longer forms than needed, nor surrogates, nor code points
    /// past U+10FFFF.
    private var expected: ClosedRange<UInt8> = 0x80...0xBF

    package init() {}

    /// Whether the bytes so far end with a whole character.
    package var isComplete: Bool { missing == 0 }

    /// Takes the next bytes.
    ///
    /// - Returns: false if the text cannot become valid; then the validator is of no further use.
    package mutating func accepts(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        while index < bytes.count {
            // Eight characters of ASCII at once: JSON has hardly any others.
            if isComplete, index + 8 <= bytes.count,
                bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080
                    == 0
            {
                index += 8
            } else if accepts(bytes[index]) {
                index += 1
            } else {
                return false
            }
        }
        return true
    }

    private mutating func accepts(_ byte: UInt8) -> Bool {
        guard isComplete else {
            defer { (missing, expected) = (missing - 1, 0x80...0xBF) }
            return expected.contains(byte)
        }
        switch byte {
        case 0x00...0x7F: break
        case 0xC2...0xDF: missing = 1
        case 0xE0: (missing, expected) = (2, 0xA0...0xBF)
        case 0xED: (missing, expected) = (2, 0x80...0x9F)
        case 0xE1...0xEF: missing = 2
        case 0xF0: (missing, expected) = (3, 0x90...0xBF)
        case 0xF1...0xF3: missing = 3
        case 0xF4: (missing, expected) = (3, 0x80...0x8F)
        default: return false
        }
        return true
    }
}
