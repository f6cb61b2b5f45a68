/// A search text, taken apart: words, and qualifiers such as `followers:>1000`.
///
/// - SeeAlso: GitHub docs, "Understanding the search syntax".
struct SearchQuery {
    struct Qualifier: Hashable {
        let name: String
        let value: String
        let isNegated: Bool
    }

    /// In lower case; each must occur.
    private(set) var words: [String] = []
    private(set) var qualifiers: [Qualifier] = []

    init(_ text: String) {
        var negatesNext = false
        for token in SearchQuery.tokens(text) {
            if token == "NOT" {
                negatesNext = true
                continue
            }
            var rest = Substring(token)
            var isNegated = negatesNext
            negatesNext = false
            if rest.hasPrefix("-") && rest.count > 1 {
                isNegated = true
                rest.removeFirst()
            }
            let parts = rest.split(separator: ":", maxSplits: 1)
            if parts.count == 2 {
                qualifiers.append(
                    Qualifier(
                        name: parts[0].lowercased(), value: String(parts[1]), isNegated: isNegated))
            } else if !rest.isEmpty && !isNegated {
                words.append(rest.lowercased())
            }
        }
    }

    /// The values of a qualifier that are asked for, not ruled out.
    func values(_ name: String) -> [String] {
        qualifiers.filter { $0.name == name && !$0.isNegated }.map(\.value)
    }

    /// Whether every qualifier called `name` holds.
    func all(_ name: String, hold: (String) -> Bool) -> Bool {
        qualifiers.allSatisfy { $0.name != name || hold($0.value) != $0.isNegated }
    }

    /// Whether any of the asked values holds, and none of the ruled out ones.
    func any(_ names: [String], hold: (String) -> Bool) -> Bool {
        let named = qualifiers.filter { names.contains($0.name) }
        let asked = named.filter { !$0.isNegated }
        return (asked.isEmpty || asked.contains { hold($0.value) })
            && !named.contains { $0.isNegated && hold($0.value) }
    }

    /// Whether each word occurs in one of `texts`.
    func matchesWords(in texts: [String?]) -> Bool {
        words.allSatisfy { word in texts.contains { $0?.lowercased().contains(word) ?? false } }
    }

    /// Cuts at spaces outside quotation marks, which are dropped.
    private static func tokens(_ text: String) -> [String] {
        var tokens: [String] = []
        var token = ""
        var isQuoted = false
        for character in text {
            if character == "\"" {
                isQuoted.toggle()
            } else if character.isWhitespace && !isQuoted {
                if !token.isEmpty { tokens.append(token) }
                token = ""
            } else {
                token.append(character)
            }
        }
        if !token.isEmpty { tokens.append(token) }
        return tokens
    }
}

/// The values that a qualifier lets through: `10`, `>10`, `>=10`, `<10`, `<=10`, `5..10`, `5..*`.
///
/// Dates compare as numbers of seconds; a day stands for its first second, or for all of them.
struct SearchRange {
    private let bounds: ClosedRange<Int>

    /// - Parameter span: reads one value, as the first and the last number that it stands for.
    init?(_ text: String, span: (Substring) -> ClosedRange<Int>?) {
        if let dots = text.firstRange(of: "..") {
            let (low, high) = (text[..<dots.lowerBound], text[dots.upperBound...])
            let first = low == "*" ? Int.min : span(low)?.lowerBound
            let last = high == "*" ? Int.max : span(high)?.upperBound
            guard let first, let last, first <= last else { return nil }
            bounds = first...last
            return
        }
        let sign = text.prefix { "<>=".contains($0) }
        guard let value = span(text.dropFirst(sign.count)) else { return nil }
        switch sign {
        case "": bounds = value
        case ">": bounds = value.upperBound == Int.max ? value : (value.upperBound + 1)...Int.max
        case ">=": bounds = value.lowerBound...Int.max
        case "<": bounds = Int.min...(value.lowerBound - 1)
        case "<=": bounds = Int.min...value.upperBound
        default: return nil
        }
    }

    func contains(_ number: Int) -> Bool {
        bounds.contains(number)
    }

    static func number(_ text: Substring) -> ClosedRange<Int>? {
        Int(text).flatMap { $0 > Int.min && $0 < Int.max ? $0...$0 : nil }
    }

    /// A day such as `2011-01-25`; what follows a `T` is passed over.
    static func day(_ text: Substring) -> ClosedRange<Int>? {
        let parts = text.prefix { $0 != "T" }.split(separator: "-").map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        let start = Calendar.seconds(year, month, day)
        return start...(start + 86399)
    }
}
