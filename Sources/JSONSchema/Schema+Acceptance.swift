import JSONCore

extension Schema {
    /// Whether the value satisfies a schema that is about one scalar.
    func acceptsScalar(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.null, .null), (.boolean, .bool), (.number, .number): true
        case (.integer(let range), .number(let number)): number.isInteger(in: range)
        case (.string(let rule, nil, nil, _), .string(let text)): rule?.accepts(text) ?? true
        case (.string(let rule, let minLength, let maxLength, _), .string(let text)):
            text.unicodeScalars.count.isBetween(minLength ?? 0, maxLength ?? .max)
                && rule?.accepts(text) ?? true
        case (.const(let expected), let value): value == expected
        case (.enumeration(let values), .string(let text)):
            values.contains { $0.isSameText(as: text) }
        default: false
        }
    }

    /// Whether any value of that kind can be valid.
    func allows(_ kind: JSONKind, _ definitions: [String: Schema]) -> Bool {
        switch self {
        case .null: kind == .null
        case .boolean: kind == .boolean
        case .integer, .number: kind == .number
        case .string, .enumeration: kind == .string
        case .const(let value): kind == value.kind
        case .array: kind == .array
        case .object, .map: kind == .object
        case .anyOf(let schemas): schemas.contains { $0.allows(kind, definitions) }
        case .nullable(let inner): kind == .null || inner.allows(kind, definitions)
        case .ref(let name): definitions[name]?.allows(kind, definitions) ?? false
        case .annotated(let inner, _): inner.allows(kind, definitions)
        }
    }
}

extension Int {
    fileprivate func isBetween(_ least: Int, _ most: Int) -> Bool {
        self >= least && self <= most
    }
}

extension JSONNumber {
    fileprivate func isInteger(in range: ClosedRange<Int>?) -> Bool {
        if let int { return range?.contains(int) ?? true }
        guard let range else { return isInteger }
        // It is beyond all integers of the range, or not an integer.
        return range.upperBound == .max && isInteger && !text.hasPrefix("-")
    }
}
