import JSONCore

/// Describes in one line where a body differs from what was expected. It quotes nothing of the body
/// except numbers.
struct DecodingReason: CustomStringConvertible {
    let description: String

    init(_ error: any Error) {
        let text = (error as? DecodingError).map(Self.text) ?? "expected JSON"
        description = text.cut(to: 200)
    }

    private static func text(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context):
            "\(path(context.codingPath + [key])): missing"
        case .typeMismatch(let type, let context):
            "\(path(context.codingPath)): expected \(name(type))"
        case .valueNotFound(let type, let context):
            "\(path(context.codingPath)): expected \(name(type)), found null"
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            "\(path(context.codingPath)): \(context.debugDescription)"
        default:
            "expected JSON"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        if keys.isEmpty { return "body" }
        return keys.map { "/" + ($0.intValue.map(String.init) ?? $0.stringValue) }.joined()
    }

    private static func name(_ type: any Any.Type) -> String {
        switch type {
        case is Int.Type: "an integer"
        case is Double.Type: "a number"
        case is Bool.Type: "a boolean"
        case is String.Type: "a string"
        // The types that JSONCore's decoders name if a container was expected.
        case is [JSONValue].Type: "an array"
        case is any CodingKey.Type: "an object"
        default: "another type"
        }
    }
}
