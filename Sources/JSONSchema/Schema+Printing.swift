package import JSONCore

extension Schema {
    /// The schema as JSON Schema 2020-12, in keywords that mean the same in draft-07.
    ///
    /// - Parameter referencePrefix: returns the text of a `$ref` for a definition's name.
    package func json(referencePrefix: (String) -> String) -> JSONValue {
        .object(members(referencePrefix))
    }

    private func members(_ reference: (String) -> String) -> JSONObject {
        var members = JSONObject()
        if let title = annotations.title { members["title"] = .string(title) }
        if let text = annotations.description { members["description"] = .string(text) }
        if let value = annotations.defaultValue { members["default"] = value }
        if annotations.isSecret { members["writeOnly"] = true }
        let isAnnotated = !members.isEmpty
        // Annotations of a nullable schema take precedence over those of the schema inside it.
        for (name, value) in keywords(reference) where members[name] == nil {
            members[name] = value
        }
        // Draft-07 ignores everything beside a $ref.
        if isAnnotated, let target = members["$ref"] {
            members["$ref"] = nil
            members["allOf"] = [["$ref": target]]
        }
        return members
    }

    private func keywords(_ reference: (String) -> String) -> JSONObject {
        switch rule {
        case .null: return ["type": "null"]
        case .boolean: return ["type": "boolean"]
        case .integer(let range):
            var keywords: JSONObject = ["type": "integer"]
            if let range { keywords["minimum"] = JSONValue(range.lowerBound) }
            if let range, range.upperBound < .max {
                keywords["maximum"] = JSONValue(range.upperBound)
            }
            return keywords
        case .number: return ["type": "number"]
        case .string(let rule): return rule.keywords
        case .const(let value): return ["const": value]
        case .enumeration(let values):
            return ["type": "string", "enum": .array(values.map(JSONValue.string))]
        case .array(let rule):
            var keywords: JSONObject = [
                "type": "array", "items": rule.items.json(referencePrefix: reference),
            ]
            if let count = rule.maxItems { keywords["maxItems"] = JSONValue(count) }
            return keywords
        case .object(let rule): return rule.keywords(reference)
        case .map(let values):
            return [
                "type": "object",
                "additionalProperties": values.json(referencePrefix: reference),
            ]
        case .anyOf(let schemas):
            return ["anyOf": .array(schemas.map { $0.json(referencePrefix: reference) })]
        case .nullable(let inner): return inner.nullableKeywords(reference)
        case .ref(let name): return ["$ref": .string(reference(name))]
        }
    }

    /// Adds null to the type if the schema has one type; otherwise adds it as an alternative.
    private func nullableKeywords(_ reference: (String) -> String) -> JSONObject {
        var members = members(reference)
        guard let type = members["type"]?.stringValue else {
            return ["anyOf": [.object(members), ["type": "null"]]]
        }
        if type == "null" { return members }
        members["type"] = [.string(type), "null"]
        if let values = members["enum"]?.arrayValue { members["enum"] = .array(values + [nil]) }
        return members
    }
}

extension Schema.StringRule {
    fileprivate var keywords: JSONObject {
        var keywords: JSONObject = ["type": "string"]
        if let minLength { keywords["minLength"] = JSONValue(minLength) }
        if let maxLength { keywords["maxLength"] = JSONValue(maxLength) }
        if let text { keywords["pattern"] = .string(text.pattern) }
        if let format { keywords["format"] = .string(format) }
        return keywords
    }
}

extension Schema.ObjectRule {
    fileprivate func keywords(_ reference: (String) -> String) -> JSONObject {
        var keywords: JSONObject = ["type": "object"]
        let members = properties.map { ($0.name, $0.schema.json(referencePrefix: reference)) }
        if !members.isEmpty { keywords["properties"] = .object(JSONObject(members)) }
        let required = properties.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { keywords["required"] = .array(required) }
        if !isOpen { keywords["additionalProperties"] = false }
        if !alternatives.isEmpty { keywords["oneOf"] = .array(alternatives.map(\.keywords)) }
        return keywords
    }
}

extension Alternative {
    fileprivate var keywords: JSONValue {
        var keywords: JSONObject = ["required": [.string(name)]]
        if let value { keywords["properties"] = [name: ["const": value]] }
        return .object(keywords)
    }
}
