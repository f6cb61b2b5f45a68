/// A text with `%41`, `\u0041` and backslashes before other characters decoded, once.
struct UnescapedText {
    private(set) var bytes: [UInt8] = []
    /// The offset of each byte in the original text, and the end of the text.
    private(set) var starts: [Int] = []

    /// Nil if the text has no such escapes.
    init?(_ text: [UInt8]) {
        guard text.contains(where: { $0 == Self.percent || $0 == Self.backslash }) else {
            return nil
        }
        bytes.reserveCapacity(text.count)
        starts.reserveCapacity(text.count + 1)
        var place = 0
        while place < text.count {
            let (byte, length) = Self.unit(of: text, at: place)
            bytes.append(byte)
            starts.append(place)
            place += length
        }
        starts.append(text.count)
    }

    /// The character at `place`, and the number of bytes that encode it.
    private static func unit(of text: [UInt8], at place: Int) -> (UInt8, length: Int) {
        let byte = text[place]
        switch byte {
        case percent:
            return hex(text, place + 1, 2).map { (UInt8($0), 3) } ?? (byte, 1)
        case backslash where place + 1 < text.count:
            let next = text[place + 1]
            guard next == UInt8(ascii: "u") else { return (next, 2) }
            // Secrets are ASCII.
            return hex(text, place + 2, 4).map { ($0 < 0x80 ? UInt8($0) : 0, 6) } ?? (next, 2)
        default:
            return (byte, 1)
        }
    }

    private static func hex(_ text: [UInt8], _ start: Int, _ count: Int) -> Int? {
        guard start + count <= text.count else { return nil }
        var value = 0
        for byte in text[start..<(start + count)] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            value = value << 4 | digit
        }
        return value
    }

    private static let percent = UInt8(ascii: "%")
    private static let backslash = UInt8(ascii: "\\")
}
