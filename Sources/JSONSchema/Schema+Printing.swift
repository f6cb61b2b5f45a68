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
        members["title"] = annotations.title.map(JSONValue.string)
        members["description"] = annotations.description.map(JSONValue.string)
        members["default"] = annotations.defaultValue
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
        switch self {
        case .null: return ["type": "null"]
        case .boolean: return ["type": "boolean"]
        case .number: return ["type": "number"]
        case .integer(let range):
            var keywords: JSONObject = ["type": "integer"]
            keywords["minimum"] = range.map { JSONValue($0.lowerBound) }
            if let most = range?.upperBound, most < .max { keywords["maximum"] = JSONValue(most) }
            return keywords
        case .string(let text, let minLength, let maxLength, let format):
            return Schema.stringKeywords(text, minLength, maxLength, format)
        case .const(let value): return ["const": value]
        case .enumeration(let values):
            return ["type": "string", "enum": .array(values.map(JSONValue.string))]
        case .array(let items, let maxItems):
            var keywords: JSONObject = ["type": "array"]
            keywords["items"] = items.json(referencePrefix: reference)
            keywords["maxItems"] = maxItems.map { JSONValue($0) }
            return keywords
        case .object(let properties, let isOpen, let alternatives):
            return Schema.objectKeywords(properties, isOpen, alternatives, reference)
        case .map(let values):
            let values = values.json(referencePrefix: reference)
            return ["type": "object", "additionalProperties": values]
        case .anyOf(let schemas):
            return ["anyOf": .array(schemas.map { $0.json(referencePrefix: reference) })]
        case .nullable(let inner): return inner.nullableKeywords(reference)
        case .ref(let name): return ["$ref": .string(reference(name))]
        case .annotated(let inner, _): return inner.keywords(reference)
        }
    }

    private static func stringKeywords(
        _ text: TextRule?, _ minLength: Int?, _ maxLength: Int?, _ format: String?
    ) -> JSONObject {
        var keywords: JSONObject = ["type": "string"]
        keywords["minLength"] = minLength.map { JSONValue($0) }
        keywords["maxLength"] = maxLength.map { JSONValue($0) }
        keywords["pattern"] = text.map { .string($0.pattern) }
        keywords["format"] = format.map(JSONValue.string)
        return keywords
    }

    private static func objectKeywords(
        _ properties: [Property], _ isOpen: Bool, _ alternatives: [Alternative],
        _ reference: (String) -> String
    ) -> JSONObject {
        var keywords: JSONObject = ["type": "object"]
        let members = properties.map { ($0.name, $0.schema.json(referencePrefix: reference)) }
        if !members.isEmpty { keywords["properties"] = .object(JSONObject(members)) }
        let required = properties.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { keywords["required"] = .array(required) }
        if !isOpen { keywords["additionalProperties"] = false }
        if !alternatives.isEmpty { keywords["oneOf"] = .array(alternatives.map(\.keywords)) }
        return keywords
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

extension Alternative {
    fileprivate var keywords: JSONValue {
        var keywords: JSONObject = ["required": [.string(name)]]
        if let value { keywords["properties"] = [name: ["const": value]] }
        return .object(keywords)
    }
}
