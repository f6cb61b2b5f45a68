import JSONCore

/// GitHub's own description of its responses: the part of OpenAPI 3.0 that it uses.
///
/// `oneOf` is checked without its discriminator: older bodies have no `user_view_type`.
struct Description {
    private let document: JSONValue

    init() throws {
        document = try JSONParser().parse(try Facts.bytes("openapi.json"))
    }

    /// The violations in the body of a 200, each with a path and a fact.
    func problems(_ body: JSONValue, path: String) -> [String] {
        let response = document["paths"]?[path]?["get"]?["responses"]?["200"]
        guard let schema = response?["content"]?["application/json"]?["schema"] else {
            return ["\(path) is not described"]
        }
        return check(body, schema, at: "")
    }

    private func check(_ value: JSONValue, _ schema: JSONValue, at place: String) -> [String] {
        if let reference = schema["$ref"]?.stringValue {
            let name = String(reference.split(separator: "/").last ?? "")
            guard let target = document["components"]?["schemas"]?[name] else {
                return ["\(place): no schema \(name)"]
            }
            return check(value, target, at: place)
        }
        if let choices = schema["oneOf"]?.arrayValue ?? schema["anyOf"]?.arrayValue {
            let results = choices.map { check(value, $0, at: place) }
            let count = results.count(where: \.isEmpty)
            let isRight = schema["oneOf"] == nil ? count > 0 : count == 1
            return isRight ? [] : ["\(place): \(count) alternatives fit"] + results.joined()
        }
        if value.isNull {
            return schema["nullable"]?.boolValue == true ? [] : ["\(place): null"]
        }
        if let allowed = schema["enum"]?.arrayValue, !allowed.contains(value) {
            return ["\(place): \(value.text) is not one of \(schema["enum"]?.text ?? "")"]
        }
        return checkType(value, schema, at: place)
    }

    private func checkType(
        _ value: JSONValue, _ schema: JSONValue, at place: String
    ) -> [String] {
        switch (schema["type"]?.stringValue, value) {
        case (nil, _), ("boolean", .bool), ("number", .number): return []
        case ("integer", .number(let number)):
            return number.isInteger ? [] : ["\(place): \(number.text) is not an integer"]
        case ("string", .string(let text)):
            let isDate = schema["format"]?.stringValue == "date-time"
            return !isDate || (text.count == 20 && text.hasSuffix("Z")) ? [] : ["\(place): \(text)"]
        case ("array", .array(let items)):
            guard let item = schema["items"] else { return [] }
            return items.enumerated().flatMap { check($1, item, at: "\(place)/\($0)") }
        case ("object", .object(let members)): return checkMembers(members, schema, at: place)
        case (let type?, _): return ["\(place): \(value.text.prefix(40)) is not \(type)"]
        }
    }

    private func checkMembers(
        _ members: JSONObject, _ schema: JSONValue, at place: String
    ) -> [String] {
        let required = (schema["required"]?.arrayValue ?? []).compactMap(\.stringValue)
        let missing = required.filter { members[$0] == nil }.map { "\(place)/\($0): missing" }
        return missing
            + members.flatMap { name, value -> [String] in
                if let property = schema["properties"]?[name] {
                    return check(value, property, at: "\(place)/\(name)")
                }
                switch schema["additionalProperties"] {
                case .bool(false)?: return ["\(place)/\(name): not described"]
                case .object(let other)?:
                    return check(value, .object(other), at: "\(place)/\(name)")
                default: return []
                }
            }
    }
}
