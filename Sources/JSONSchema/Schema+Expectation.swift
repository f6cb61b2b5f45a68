import JSONCore

extension Schema {
    /// What the schema requires, as the object of "expected": `an integer from 1 to 100`.
    package func expectation(_ definitions: [String: Schema] = [:]) -> String {
        switch self {
        case .null: "null"
        case .boolean: "true or false"
        case .integer(nil): "an integer"
        case .integer(let range?) where range.upperBound == .max:
            "an integer of at least \(range.lowerBound)"
        case .integer(let range?):
            "an integer from \(range.lowerBound) to \(range.upperBound)"
        case .number: "a number"
        case .string(let text, let minLength, let maxLength, _):
            "a string" + Phrase.count(minLength, maxLength, "character")
                + (text.map { " that matches \($0.pattern)" } ?? "")
        case .const(let value): value.text.cut(to: Phrase.longest)
        case .enumeration(let values):
            Phrase.list(values.map { JSONValue.string($0).text }, "or")
        case .array(_, let maxItems): "an array" + Phrase.count(nil, maxItems, "item")
        case .object, .map: "an object"
        case .anyOf(let schemas):
            schemas.map { $0.expectation(definitions) }.joined(separator: " or ")
        case .annotated(let schema, let annotations):
            annotations.phrase ?? schema.expectation(definitions)
        case .nullable(let inner): inner.expectation(definitions) + " or null"
        case .ref(let name):
            // A definition that only names another one could recurse for ever.
            if case .object? = definitions[name]?.rule { "an object" } else { "a valid \(name)" }
        }
    }
}
