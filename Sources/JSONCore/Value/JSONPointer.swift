/// The place of a value inside another: the member names and array indices from the root.
///
/// - SeeAlso: RFC 6901.
public struct JSONPointer: Hashable, Sendable {
    /// Member names and array indices, unescaped; empty for the root.
    public let tokens: [String]

    /// The place at the end of these unescaped steps.
    public init(tokens: [String]) {
        self.tokens = tokens
    }
}

extension JSONPointer: CustomStringConvertible {
    /// The written form; empty for the root.
    public var description: String {
        var text: [UInt8] = []
        for token in tokens {
            text.append(UInt8(ascii: "/"))
            for byte in token.utf8 {
                switch byte {
                case UInt8(ascii: "~"): text += "~0".utf8
                case UInt8(ascii: "/"): text += "~1".utf8
                default: text.append(byte)
                }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
