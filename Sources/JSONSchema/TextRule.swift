/// What a string may contain: it checks a text, and prints itself as JSON Schema's `pattern`.
///
/// - SeeAlso: JSON Schema Validation 2020-12, section 6.3.3; ECMA-262, section 22.2.1.
package enum TextRule: Hashable, Sendable {
    /// At least one character is not white space.
    case notBlank

    /// All characters are of one set.
    ///
    /// - Parameters:
    ///   - set: of ASCII, as a pattern has it between brackets: `A-Za-z0-9_-`.
    ///   - count: of characters; nil for at least one.
    ///   - suffix: may follow them.
    ///   - exceptDots: a text of that many dots and nothing else is refused.
    case characters(
        _ set: String, count: ClosedRange<Int>? = nil, suffix: String = "",
        exceptDots: ClosedRange<Int>? = nil)

    func accepts(_ text: String) -> Bool {
        switch self {
        case .notBlank: return !text.unicodeScalars.allSatisfy(Self.isWhiteSpace)
        case .characters(let set, let count, let suffix, let dots):
            let bytes = Array(text.utf8)
            if let dots, dots.contains(bytes.count), bytes.allSatisfy({ $0 == UInt8(ascii: ".") }) {
                return false
            }
            let members = Self.members(of: set)
            var ways = [bytes[...]]
            if bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) {
                ways.append(bytes.dropLast(suffix.utf8.count))
            }
            return ways.contains {
                (count ?? 1...Int.max).contains($0.count) && $0.allSatisfy(members.contains)
            }
        }
    }

    package var pattern: String {
        switch self {
        case .notBlank: return #"\S"#
        case .characters(let set, let count, let suffix, let dots):
            let exception = dots.map { #"(?!\."# + Self.times($0) + "$)" } ?? ""
            let ending = suffix.isEmpty ? "" : "(\(Self.escaped(suffix)))?"
            return "^\(exception)[\(set)]\(count.map(Self.times) ?? "+")\(ending)$"
        }
    }

    private static func times(_ count: ClosedRange<Int>) -> String {
        "{\(count.lowerBound),\(count.upperBound)}"
    }

    private static func escaped(_ text: String) -> String {
        text.map { #"[](){}.*+?^$|\/"#.contains($0) ? "\\\($0)" : "\($0)" }.joined()
    }

    /// The characters of a set, which has no escapes. A dash at its end stands for itself.
    private static func members(of set: String) -> Set<UInt8> {
        var members: Set<UInt8> = []
        var rest = Array(set.utf8)[...]
        while let first = rest.popFirst() {
            var last = first
            if rest.first == UInt8(ascii: "-"), rest.count > 1 {
                last = rest[rest.startIndex + 1]
                rest.removeFirst(2)
            }
            members.formUnion(first...last)
        }
        return members
    }

    /// As ECMA-262 says, which differs from Unicode in two characters.
    private static func isWhiteSpace(_ character: Unicode.Scalar) -> Bool {
        character == "\u{FEFF}" || character.properties.isWhitespace && character != "\u{85}"
    }
}
