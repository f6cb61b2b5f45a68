import JSONCore
import JSONSchema

/// `session.authenticate`: the first request of a TCP connection.
///
/// The connection's gate compares the secret before anything is dispatched. Where there is no
/// gate (stdio, Unix sockets) or it is already open, the answer is the same.
struct SessionAuthenticateMethod: DocumentedMethod {
    static let name = "session.authenticate"

    struct Params: Decodable, Sendable {
        let secret: String
    }

    static let documentation = MethodDocumentation(
        summary: "Lets a TCP client in; must be its first request.",
        params: [
            .required("secret", .string().secret(), "What is in the server's client secret file.")
        ],
        result: .object([]),
        errors: [.unauthorized],
        examples: [
            MethodExample(
                "Enter",
                params: ["secret": .string(String(repeating: "0123456789abcdef", count: 4))],
                result: [:])
        ]
    )

    static func answer(_ params: Params, _ call: MethodCall) async throws -> EmptyResult {
        EmptyResult()
    }
}
