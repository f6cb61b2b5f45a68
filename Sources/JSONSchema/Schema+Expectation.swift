import JSONCore

extension Schema {
    /// What the schema requires, as the object of "expected": `an integer from 1 to 100`.
    package func expectation(_ definitions: [String: Schema] = [:]) -> String {
        if let phrase = annotations.phrase { return phrase }
        return switch rule {
        case .null: "null"
        case .boolean: "true or false"
        case .integer(nil): "an integer"
        case .integer(let range?) where range.upperBound == .max:
            "an integer of at least \(range.lowerBound)"
        case .integer(let range?):
            "an integer from \(range.lowerBound) to \(range.upperBound)"
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

extension Schema.StringRule {
    fileprivate var phrase: String {
        var phrase = "a string" + Phrase.count(minLength, maxLength, "character")
        if let text { phrase += " that matches \(text.pattern)" }
        return phrase
    }
}
