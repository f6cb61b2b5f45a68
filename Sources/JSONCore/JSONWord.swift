/// Eight bytes of a string looked at together.
enum JSONWord {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Marks with its high bit each byte that does not stand for itself in a string: below 0x20,
    /// from 0x80 on, a quote or a backslash.
    ///
    /// Only the lowest mark is exact: the borrow of a marked byte may mark those above it.
    @inline(__always)
    static func specialBytes(_ word: UInt64) -> UInt64 {
        let control = word &- ones &* 0x20
        let quote = (word ^ ones &* 0x22) &- ones
        let backslash = (word ^ ones &* 0x5C) &- ones
        return (control | quote | backslash | word) & highs
    }

    @inline(__always)
    static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}
