import JSONCore
import JSONSchema

/// `session.authenticate`: the first request of a TCP connection.
///
/// The connection's gate compares the secret before anything is dispatched. The result is the same
/// if there is no gate (stdio, Unix sockets) or if it is already open.
struct SessionAuthenticateMethod: DocumentedMethod {
    static let name = "session.authenticate"

    struct Params: Decodable, Sendable {
        let secret: String
    }

    static let result = WireType<Void>.empty

    static let documentation = MethodDocumentation(
        summary: "Admits a TCP client. It must be the client's first request.",
        params: [
            .required("secret", .text.secret(), "The contents of the server's client secret file.")
        ],
        errors: [.unauthorized],
        examples: [
            MethodExample(
                "Enter",
                params: ["secret": .string(String(repeating: "0123456789abcdef", count: 4))])
        ]
    )

    static func run(_ params: Params, _ call: MethodCall) async throws {}
}
