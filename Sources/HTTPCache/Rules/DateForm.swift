/// The forms of a date in HTTP, in which 0 stands for a digit, A for a capital letter and a for any letter.
///
/// - SeeAlso: RFC 9110, section 5.6.7.
enum DateForm {
    /// The last two are obsolete, and must be accepted.
    private static let forms = [
        "Aaa, 00 Aaa 0000 00:00:00 GMT", "Aaa, 00-Aaa-00 00:00:00 GMT", "Aaa Aaa _0 00:00:00 0000",
    ]

    static func fits(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        // The name of the day is written out in the second form.
        let comma = bytes.firstIndex(of: UInt8(ascii: ",")) ?? 3
        let rest = bytes.dropFirst(comma)
        return bytes.prefix(comma).allSatisfy(isLetter) && comma >= 3
            && forms.contains {
                fits(rest, Array($0.utf8).dropFirst(3)) && (comma == 3 || $0 == forms[1])
            }
    }

    private static func fits(_ text: ArraySlice<UInt8>, _ form: ArraySlice<UInt8>) -> Bool {
        text.count == form.count
            && zip(text, form).allSatisfy { byte, place in
                switch place {
                case UInt8(ascii: "0"): (0x30...0x39).contains(byte)
                case UInt8(ascii: "_"): byte == 0x20 || (0x30...0x39).contains(byte)
                case UInt8(ascii: "A"), UInt8(ascii: "a"): isLetter(byte)
                default: byte == place
                }
            }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
