/// The place where a text stops being JSON, and the reason.
///
/// - SeeAlso: RFC 8259.
public struct JSONSyntaxError: Error, Hashable, Sendable {
    /// What was expected.
    public enum Reason: Hashable, Sendable {
        /// The text ends inside a value, or before one.
        case unexpectedEnd
        case byteOrderMark
        case expectedValue
        /// The value is of a kind other than the caller asked for.
        case expectedKind(JSONKind)
        case expectedMemberName
        case expectedColon
        case expectedCommaOrBracket
        case expectedCommaOrBrace
        case textAfterValue
        case invalidNumber
        case invalidEscape
        /// A byte below 0x20 that is not escaped.
        case controlCharacter
        case invalidUTF8
        case tooDeep(maximum: Int)
    }

    /// What was expected.
    public let reason: Reason

    /// Bytes into the text, counted from 0.
    public let offset: Int

    /// An error at a byte of the text.
    public init(_ reason: Reason, offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    /// What was expected and where, without a full stop.
    public var description: String {
        "\(reason), at byte \(offset)"
    }
}

extension JSONSyntaxError.Reason: CustomStringConvertible {
    /// What was expected, without a full stop.
    public var description: String {
        switch self {
        case .unexpectedEnd: "the text ends before the value does"
        case .byteOrderMark: "expected a value, found a byte order mark"
        case .expectedValue: "expected a value"
        case .expectedKind(let kind): "expected a value of type \(kind.rawValue)"
        case .expectedMemberName: "expected a member's name in double quotes"
        case .expectedColon: "expected a colon after the member's name"
        case .expectedCommaOrBracket: "expected a comma or a closing bracket"
        case .expectedCommaOrBrace: "expected a comma or a closing brace"
        case .textAfterValue: "unexpected text after the value"
        case .invalidNumber: "invalid number"
        case .invalidEscape: "invalid escape sequence"
        case .controlCharacter: "unescaped control character in a string"
        case .invalidUTF8: "invalid UTF-8"
        case .tooDeep(let maximum): "nested deeper than \(maximum) levels"
        }
    }
}
