/// A parsed search text: words, and qualifiers such as `followers:>1000`.
///
/// - SeeAlso: GitHub docs, "Understanding the search syntax".
struct SearchQuery {
    struct Qualifier: Hashable {
        let name: String
        let value: String
        let isNegated: Bool
    }

    /// Most operators in one search.
    static let maximumOperators = 5
    /// Most characters of the words, without qualifiers and operators.
    static let maximumLength = 256

    /// In lower case. One word of each group must occur; `OR` makes groups.
    private(set) var words: [[String]] = []
    /// In lower case; none of them may occur.
    private(set) var excluded: [String] = []
    private(set) var qualifiers: [Qualifier] = []
    /// The number of `AND`, `OR` and `NOT`.
    private(set) var operators = 0
    private(set) var length = 0

    /// - Parameters:
    ///   - known: the names of qualifiers; any other text with a colon is a word.
    ///   - reader: the login for `@me`; nil for an anonymous client.
    init(_ text: String, known: Set<String>, reader: String? = nil) {
        var negatesNext = false
        var joinsNext = false
        for token in SearchQuery.tokens(text) {
            if !token.isQuoted, ["AND", "OR", "NOT"].contains(token.text) {
                operators += 1
                negatesNext = token.text == "NOT"
                joinsNext = token.text == "OR" && !words.isEmpty
                continue
            }
            var rest = Substring(token.text)
            var isNegated = negatesNext
            if rest.hasPrefix("-"), rest.count > 1, !token.isQuoted {
                isNegated = true
                rest.removeFirst()
            }
            add(rest, isNegated, joinsNext, token.isQuoted ? [] : known, reader)
            negatesNext = false
            joinsNext = false
        }
    }

    private mutating func add(
        _ text: Substring, _ isNegated: Bool, _ joins: Bool, _ known: Set<String>, _ reader: String?
    ) {
        let parts = text.split(separator: ":", maxSplits: 1)
        if parts.count == 2, known.contains(parts[0].lowercased()) {
            let value = parts[1] == "@me" ? reader ?? "@me" : String(parts[1])
            return qualifiers.append(
                Qualifier(name: parts[0].lowercased(), value: value, isNegated: isNegated))
        }
        let word = text.lowercased()
        length += word.count
        if isNegated {
            excluded.append(word)
        } else if joins {
            words[words.count - 1].append(word)
        } else {
            words.append([word])
        }
    }

    /// The values of a qualifier that are required, not excluded.
    func values(_ name: String) -> [String] {
        qualifiers.filter { $0.name == name && !$0.isNegated }.map(\.value)
    }

    /// The fields in `in`, separate or with commas; empty for the default ones.
    var fields: Set<String> {
        Set(values("in").flatMap { $0.lowercased().split(separator: ",").map(String.init) })
    }

    /// Whether `hold` is true for every qualifier `name`.
    func all(_ name: String, hold: (String) -> Bool) -> Bool {
        qualifiers.allSatisfy { $0.name != name || hold($0.value) != $0.isNegated }
    }

    /// Whether `hold` is true for any required value and for no excluded one.
    func any(_ names: [String], hold: (String) -> Bool) -> Bool {
        let named = qualifiers.filter { names.contains($0.name) }
        let asked = named.filter { !$0.isNegated }
        return (asked.isEmpty || asked.contains { hold($0.value) })
            && !named.contains { $0.isNegated && hold($0.value) }
    }

    func number(_ name: String, is number: Int) -> Bool {
        all(name) { SearchRange($0, span: SearchRange.number)?.bounds.contains(number) ?? false }
    }

    /// - Parameter seconds: since 1970.
    func time(_ name: String, is seconds: Int) -> Bool {
        all(name) { SearchRange($0, span: SearchRange.time)?.bounds.contains(seconds) ?? false }
    }

    /// Whether `flag` equals the qualifier `name`, which is `true` or `false`.
    func flag(_ name: String, is flag: Bool) -> Bool {
        all(name) { ($0.lowercased() == "true") == flag }
    }

    /// Whether one word of each group occurs in one of `texts`, and no excluded word does.
    func matchesWords(in texts: [String?]) -> Bool {
        guard !words.isEmpty || !excluded.isEmpty else { return true }
        let texts = texts.compactMap { $0?.lowercased() }
        func occurs(_ word: String) -> Bool { texts.contains { $0.contains(word) } }
        return words.allSatisfy { $0.contains(where: occurs) } && !excluded.contains(where: occurs)
    }

    private struct Token {
        var text = ""
        /// Whether it begins with a quotation mark, and so is neither operator nor qualifier.
        var isQuoted = false
    }

    /// Splits at spaces outside of quotation marks, which are removed.
    private static func tokens(_ text: String) -> [Token] {
        var tokens: [Token] = []
        var token = Token()
        var isInQuotes = false
        for character in text {
            if character == "\"" {
                if token.text.isEmpty { token.isQuoted = true }
                isInQuotes.toggle()
            } else if character.isWhitespace && !isInQuotes {
                if !token.text.isEmpty { tokens.append(token) }
                token = Token()
            } else {
                token.text.append(character)
            }
        }
        if !token.text.isEmpty { tokens.append(token) }
        return tokens
    }
}
