import JSONCore

extension Schema {
    /// What the schema requires, as the object of "expected": `an integer from 1 to 100`.
    package func expectation(_ definitions: [String: Schema] = [:]) -> String {
        if let phrase = annotations.phrase { return phrase }
        return switch rule {
        case .null: "null"
        case .boolean: "true or false"
        case .integer(let bounds): "an integer" + bounds.phrase
        case .number: "a number"
        case .string(let rule): rule.phrase
        case .const(let value): value.text.cut(to: Phrase.longest)
        case .enumeration(let values):
            Phrase.list(values.map { JSONValue.string($0).text }, "or")
        case .array(let rule): "an array" + Phrase.count(nil, rule.maxItems, "item")
        case .object, .map: "an object"
        case .anyOf(let schemas):
            schemas.map { $0.expectation(definitions) }.joined(separator: " or ")
        case .nullable(let inner): inner.expectation(definitions) + " or null"
        case .ref(let name):
            // A definition that only names another one could recurse for ever.
            if case .object? = definitions[name]?.rule { "an object" } else { "a valid \(name)" }
        }
    }
}

extension Schema.Bounds {
    fileprivate var phrase: String {
        guard let minimum else { return "" }
        return maximum.map { " from \(minimum.text) to \($0.text)" }
            ?? " of at least \(minimum.text)"
    }
}

extension Schema.StringRule {
    fileprivate var phrase: String {
        var phrase = "a string" + Phrase.count(minLength, maxLength, "character")
        if let text { phrase += " that matches \(text.pattern)" }
        return phrase
    }
}

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
