/// A host and a port: the value of `Host`, and a part of an origin or of an absolute target
/// (RFC 3986, section 3.2, without user information).
struct HTTPAuthority: Hashable, Sendable {
    /// In lowercase; an IPv6 address has its brackets.
    let host: String
    /// 80 if it was left out; -1 if it is larger than any port.
    let port: Int

    /// Nil if the text is no authority.
    init?(_ text: Substring) {
        let isLiteral = text.utf8.first == UInt8(ascii: "[")
        let end = text.utf8.firstIndex(of: UInt8(ascii: isLiteral ? "]" : ":")) ?? text.endIndex
        let name = text.utf8[..<end]
        // The bracket is the last byte of a literal.
        let rest = text.utf8[end...].dropFirst(isLiteral ? 1 : 0)
        let digits = rest.dropFirst()
        let isName = name.allSatisfy { byte in
            Percent.isUnreserved(byte) || "!$&'()*+,;=%".utf8.contains(byte)
                || (isLiteral && "[:".utf8.contains(byte))
        }
        guard isName, !isLiteral || end != text.endIndex,
            rest.isEmpty || rest.first == UInt8(ascii: ":"),
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        host = Substring(name).lowercased() + (isLiteral ? "]" : "")
        port = digits.isEmpty ? 80 : UInt16(String(Substring(digits))).map(Int.init) ?? -1
    }
}
