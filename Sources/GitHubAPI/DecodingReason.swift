import JSONCore

/// Says in one line where a body is not what was expected; never quotes the body.
struct DecodingReason: CustomStringConvertible {
    let description: String

    init(_ error: any Error) {
        guard let error = error as? DecodingError else {
            description = "expected JSON"
            return
        }
        switch error {
        case .keyNotFound(let key, let context):
            description = "\(Self.path(context.codingPath + [key])): missing"
        case .typeMismatch(let type, let context):
            description = "\(Self.path(context.codingPath)): expected \(Self.name(type))"
        case .valueNotFound(let type, let context):
            description =
                "\(Self.path(context.codingPath)): expected \(Self.name(type)), found null"
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            description = "\(Self.path(context.codingPath)): \(context.debugDescription)"
        default:
            description = "expected JSON"
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
        // What JSONCore's decoders name where a container was asked for.
        case is [JSONValue].Type: "an array"
        case is any CodingKey.Type: "an object"
        default: "another type"
        }
    }
}
