/// Eight bytes of a string, examined together.
enum JSONWord {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Sets the high bit of each byte that is not plain in a string: below 0x20, from 0x80 on, a
    /// quote or a backslash.
    ///
    /// Only the lowest mark is exact: the borrow of a marked byte may mark those above it.
    @inline(__always)
    static func specialBytes(_ word: UInt64) -> UInt64 {
        let control = word &- ones &* 0x20
        let quote = (word ^ ones &* 0x22) &- ones
        let backslash = (word ^ ones &* 0x5C) &- ones
        return (control | quote | backslash | word) & highs
    }

    /// Whether a byte must be escaped in a string.
    @inline(__always)
    static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }
}
