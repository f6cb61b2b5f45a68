/// Percent-encoding (RFC 3986, section 2.1), and its variant for queries.
package enum Percent {
    package static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        // - . _ ~
        case 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }

    /// As `application/x-www-form-urlencoded`: a space is a plus sign.
    package static func encode(_ text: String) -> String {
        text.utf8.map { byte in
            if isUnreserved(byte) { return String(Unicode.Scalar(byte)) }
            if byte == 0x20 { return "+" }
            return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    /// A percent sign that is not followed by two hexadecimal digits is literal.
    package static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String {
        let source = Array(text.utf8)
        var bytes: [UInt8] = []
        var index = 0
        while index < source.count {
            let byte = source[index]
            if byte == UInt8(ascii: "%"), index + 2 < source.count,
                let high = hex(source[index + 1]), let low = hex(source[index + 2])
            {
                bytes.append(high << 4 | low)
                index += 3
            } else {
                bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
                index += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hex(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
