import JSONCore

/// Parts of English sentences.
enum Phrase {
    /// The longest value that is quoted in full, in characters.
    static let longest = 60

    /// `a`, `a or b`, `a, b or c`.
    static func list(_ words: [String], _ conjunction: String) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "nothing" }
        return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }

    /// ` of 1 to 5 items`.
    static func count(_ minimum: Int?, _ maximum: Int?, _ noun: String) -> String {
        switch (minimum, maximum) {
        case (let minimum?, let maximum?) where minimum == maximum:
            " of \(plural(minimum, noun))"
        case (let minimum?, let maximum?): " of \(minimum) to \(plural(maximum, noun))"
        case (let minimum?, nil): " of at least \(plural(minimum, noun))"
        case (nil, let maximum?): " of at most \(plural(maximum, noun))"
        case (nil, nil): ""
        }
    }

    /// The value itself if it is short, otherwise its kind.
    static func found(_ value: JSONValue, _ shown: (String) -> String) -> String {
        switch value {
        case .array(let elements): "an array of \(plural(elements.count, "item"))"
        case .object: "an object"
        default: shown(value.text).cut(to: longest)
        }
    }

    static func kind(of value: JSONValue) -> String {
        switch value.kind {
        case .null: "null"
        case .array, .object: "an \(value.kind.rawValue)"
        default: "a \(value.kind.rawValue)"
        }
    }

    private static func plural(_ count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }
}
