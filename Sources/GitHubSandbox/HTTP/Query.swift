/// The members of a query or a form, in order.
struct Query: Sendable {
    struct Member: Hashable, Sendable {
        let name: String
        let value: String
    }

    private(set) var members: [Member]

    init(_ text: some StringProtocol) {
        members = text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Member(
                name: Percent.decode(parts[0], plusIsSpace: true),
                value: parts.count > 1 ? Percent.decode(parts[1], plusIsSpace: true) : "")
        }
    }

    init(_ members: [Member]) {
        self.members = members
    }

    /// The value of the first member `name`.
    subscript(name: String) -> String? {
        members.first { $0.name == name }?.value
    }

    /// The first member `name` as an integer. One that is too long is the largest or the smallest.
    func integer(_ name: String) -> Int? {
        guard let text = self[name] else { return nil }
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
        guard !digits.isEmpty, text.utf8.count - digits.count < 2,
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(text) ?? (text.hasPrefix("-") ? .min : .max)
    }

    /// The members encoded as GitHub encodes them in `Link`, with `name` set to `value`: in its
    /// place if it was sent, otherwise at the end.
    func text(setting name: String, to value: Int) -> String {
        var changed = members
        let member = Member(name: name, value: String(value))
        if let index = changed.firstIndex(where: { $0.name == name }) {
            changed[index] = member
        } else {
            changed.append(member)
        }
        return Query(changed).text
    }

    var text: String {
        members.map { "\(Percent.encode($0.name))=\(Percent.encode($0.value))" }
            .joined(separator: "&")
    }
}

/// Percent-encoding (RFC 3986, section 2.1), and its variant for queries.
enum Percent {
    private static let digits = Array("0123456789ABCDEF".utf8)

    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
    }

    /// As `application/x-www-form-urlencoded`: a space is a plus sign.
    static func encode(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else if byte == 0x20 {
                bytes.append(UInt8(ascii: "+"))
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A percent sign that is not followed by two hexadecimal digits is literal.
    static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String {
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
