import Explorer
import JSONCore
import JSONSchema

/// `auth.login`: goes on with another token, which the client has or a person grants.
struct AuthLoginMethod: DocumentedMethod {
    static let name = "auth.login"

    struct Params: Decodable, Sendable {
        let token: String?
        let device: Bool
        let scopes: [String]
        let store: Bool
    }

    enum Result: Encodable, Sendable {
        case done(SignInStatus)
        case pending(PendingSignIn)

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .done(let status): try status.encode(to: encoder)
            case .pending(let pending): try pending.encode(to: encoder)
            }
        }
    }

    static let documentation = MethodDocumentation(
        title: "Sign in",
        summary: "Signs in with a token, or by device code, whose end `auth.changed` tells.",
        params: [
            .optional(
                "token", .string(pattern: "^[!-~]+$", minLength: 1, maxLength: 1024).secret(),
                "A GitHub token. It is checked before it is used."),
            .optional(
                "device", .boolean, default: false,
                "Sign in by device code: a person types `userCode` in at `verificationUri`."),
            .optional(
                "scopes",
                .array(of: .string(pattern: "^[A-Za-z0-9_:.-]+$", maxLength: 100), maxItems: 100),
                default: [], "With `device`: what the token is to be allowed."),
            .optional(
                "store", .boolean, default: false,
                "Keep the token for later servers, in a file that only you can read."),
        ],
        exactlyOneOf: [Alternative("token"), Alternative("device", is: true)],
        effect: .replaces,
        result: .anyOf([
            .ref("AuthStatus"),
            .object([
                .required("state", .const("pending"), "A person is to decide."),
                .required("userCode", .string(), "What the person types in."),
                .required("verificationUri", TypeSchemas.link, "The page to type it in at."),
                .required("expiresAt", TypeSchemas.time, "Until when the code is good."),
                .required("interval", .integer(1...), "Seconds between the server's polls."),
            ]).titled("DeviceLogin"),
        ]),
        errors: [.unauthorized] + ErrorKind.ofSignIn,
        examples: [
            MethodExample(
                "With a token", params: ["token": "ghp_0123456789"], result: Samples.authStatus),
            MethodExample(
                "By device code", params: ["device": true, "scopes": ["repo"]],
                result: [
                    "state": "pending", "userCode": "BCDF-GHJK",
                    "verificationUri": "https://github.com/login/device",
                    "expiresAt": "2026-11-21T10:15:00Z", "interval": 5,
                ]),
        ]
    )

    static func answer(_ params: Params, _ call: MethodCall) async throws -> Result {
        let signIn = call.explorer.signIn
        guard let token = params.token.flatMap({ Secret(tokenText: $0) }) else {
            return .pending(
                try await signIn.loginByDevice(scopes: params.scopes, store: params.store))
        }
        return .done(try await signIn.login(token: token, store: params.store))
    }

    static func gist(of result: JSONValue) -> String {
        Gist.signIn(result)
    }
}
