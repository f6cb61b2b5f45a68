/// The `traceparent` of a request: 55 characters that name its trace, its caller and flags.
///
/// - SeeAlso: W3C Trace Context, section 3.2.
package enum TraceParent {
    /// The text if it is one of version 00, whose ids are not zero; otherwise nil.
    package static func checked(_ text: String?) -> String? {
        guard let text, text.utf8.count == 55 else { return nil }
        let fields = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard fields.map(\.count) == [2, 32, 16, 2], fields[0].elementsEqual("00".utf8),
            fields.allSatisfy({ $0.allSatisfy(isDigit) }),
            fields[1...2].allSatisfy({ $0.contains { $0 != UInt8(ascii: "0") } })
        else { return nil }
        return text
    }

    /// Lowercase hexadecimal.
    private static func isDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }
}
