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
        case .object: kind(of: value)
        default: shown(value.text).cut(to: longest)
        }
    }

    static func kind(of value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    private static func plural(_ count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }
}
