/// The place of a value inside another: the member names and array indices from the root.
///
/// - SeeAlso: RFC 6901.
public struct JSONPointer: Hashable, Sendable {
    /// Member names and array indices, unescaped; empty for the root.
    public private(set) var tokens: [String]

    /// The place at the end of these unescaped steps; by default the root.
    public init(tokens: [String] = []) {
        self.tokens = tokens
    }

    /// Parses the written form, such as `/params/a~1b/0`; nil if it is malformed.
    public init?(_ text: String) {
        tokens = []
        guard !text.isEmpty else { return }
        let parts = text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
        guard parts[0].isEmpty else { return nil }
        for part in parts.dropFirst() {
            guard let token = Self.unescape(part) else { return nil }
            tokens.append(token)
        }
    }

    /// Appends a member's name or an array index, unescaped.
    public mutating func append(_ token: String) {
        tokens.append(token)
    }

    /// The place of a member inside this one; the name is not escaped.
    public func appending(_ token: String) -> JSONPointer {
        JSONPointer(tokens: tokens + [token])
    }

    /// The place of an array element inside this one, counted from 0.
    public func appending(_ index: Int) -> JSONPointer {
        appending(String(index))
    }

    /// The value at this place, or nil if there is none.
    public func evaluate(in value: JSONValue) -> JSONValue? {
        var place = value
        for token in tokens {
            guard let next = Self.step(from: place, to: token) else { return nil }
            place = next
        }
        return place
    }

    private static func step(from value: JSONValue, to token: String) -> JSONValue? {
        switch value {
        case .object(let members): members[token]
        case .array: index(token).flatMap { value[$0] }
        default: nil
        }
    }

    /// - SeeAlso: RFC 6901, section 4: digits without a leading zero; `-` names an element that
    ///   does not exist.
    private static func index(_ token: String) -> Int? {
        guard let index = Int(token), String(index) == token else { return nil }
        return index
    }

    private static func unescape(_ part: Substring.UnicodeScalarView) -> String? {
        var token = String.UnicodeScalarView()
        var rest = part
        while let scalar = rest.popFirst() {
            guard scalar == "~" else {
                token.append(scalar)
                continue
            }
            switch rest.popFirst() {
            case "0": token.append("~")
            case "1": token.append("/")
            default: return nil
            }
        }
        return String(token)
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
