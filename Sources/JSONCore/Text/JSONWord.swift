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
        (marks(word) | word) & highs
    }

    @inline(__always)
    private static func marks(_ word: UInt64) -> UInt64 {
        let control = word &- ones &* 0x20
        let quote = (word ^ ones &* 0x22) &- ones
        let backslash = (word ^ ones &* 0x5C) &- ones
        return control | quote | backslash
    }

    /// The index of the first byte that must be escaped (below 0x20, a quote or a backslash), or
    /// the end if there is none.
    static func indexOfEscaped(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let raw = UnsafeRawBufferPointer(bytes)
        var index = start
        while raw.count - index >= 8 {
            let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let escaped = escapedBytes(UInt64(littleEndian: word))
            index += escaped.trailingZeroBitCount / 8
            if escaped != 0 { return index }
        }
        while index < bytes.count, !isEscaped(bytes[index]) { index += 1 }
        return index
    }

    /// Like ``specialBytes(_:)``, but bytes from 0x80 on are plain.
    @inline(__always)
    private static func escapedBytes(_ word: UInt64) -> UInt64 {
        marks(word) & ~word & highs
    }

    @inline(__always)
    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    @inline(__always)
    static func isPlain(_ byte: UInt8) -> Bool {
        byte < 0x80 && !isEscaped(byte)
    }
}
