import JSONCore
import JSONSchema
import Testing

extension Schema {
    /// A schema from its JSON, for the keywords that ``json(referencePrefix:)`` uses.
    init(json: JSONValue) throws {
        self = try Self.read(json)
    }

    private static func read(_ json: JSONValue) throws -> Schema {
        if let choices = json["anyOf"]?.arrayValue { return .anyOf(try choices.map(read)) }
        if let value = json["const"] { return .const(value) }
        if let types = json["type"]?.arrayValue, var inner = json.objectValue {
            // `["string", "null"]` is how a nullable schema is written.
            inner["type"] = types[0]
            if let values = inner["enum"]?.arrayValue {
                inner["enum"] = .array(values.filter { !$0.isNull })
            }
            return .nullable(try read(.object(inner)))
        }
        if let values = json["enum"]?.arrayValue {
            return .enumeration(values.compactMap(\.stringValue))
        }
        return try ofType(json)
    }

    private static let textRules: [TextRule] = [
        .notBlank, .characters("a-z"), .characters("a-z", count: 2...3), .characters("ab-"),
        .characters("!-~", count: 0...2), .characters("ab", count: 1...2, suffix: "b"),
        .characters("0-9", count: 1...2, suffix: "[a]"),
        .characters("a.", count: 1...3, exceptDots: 1...2),
    ]

    private static func textRule(_ pattern: JSONValue) throws -> TextRule {
        try #require(textRules.first { .string($0.pattern) == pattern })
    }

    private static func ofType(_ json: JSONValue) throws -> Schema {
        switch json["type"]?.stringValue {
        case "null": return .null
        case "boolean": return .boolean
        case "integer":
            guard let minimum = json["minimum"]?.intValue else { return .integer() }
            return json["maximum"]?.intValue.map { .integer(minimum...$0) } ?? .integer(minimum...)
        case "number": return .number
        case "string":
            return .string(
                try json["pattern"].map(textRule), minLength: json["minLength"]?.intValue,
                maxLength: json["maxLength"]?.intValue)
        case "array":
            return .array(
                of: try read(try #require(json["items"])), maxItems: json["maxItems"]?.intValue)
        default:
            #expect(json["type"] == "object")
            if let values = json["additionalProperties"], values.objectValue != nil {
                return .map(of: try read(values))
            }
            let required = json["required"]?.arrayValue ?? []
            let properties = try (json["properties"]?.objectValue ?? [:]).map { name, schema in
                required.contains(.string(name))
                    ? Property.required(name, try read(schema))
                    : Property.optional(name, try read(schema))
            }
            return .object(properties, additional: json["additionalProperties"] != false)
        }
    }
}
