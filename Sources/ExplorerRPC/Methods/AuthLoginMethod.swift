import Explorer
import GitHubAPI
import JSONCore
import JSONSchema
import Secrets

/// `auth.login`: uses another token, which the client sends or a person grants.
struct AuthLoginMethod: DocumentedMethod {
    static let name = "auth.login"

    struct Params: Decodable, Sendable {
        let token: String?
        let device: Bool
        let scopes: [String]
        let store: Bool
    }

    enum Result: Sendable {
        case done(SignInStatus)
        case pending(PendingSignIn)
    }

    static let result = WireType<Result>(
        .anyOf([SignInStatus.wire.schema, pending.schema])
    ) { result, redact in
        switch result {
        case .done(let status): SignInStatus.wire.json(status, redact)
        case .pending(let signIn): pending.json(signIn, redact)
        }
    }

    private static let pending = WireType<PendingSignIn>.object(
        "DeviceLogin",
        [
            .required(
                "state", { _ in SignInStatus.State.pending.rawValue },
                .constant(SignInStatus.State.pending.rawValue), "A person must decide."),
            .required("userCode", \.userCode, .string, "The code that the person enters."),
            .required(
                "verificationUri", \.verificationUri, .link, "The page to enter it on."),
            .required("expiresAt", \.expiresAt, .time, "When the code expires."),
            .required(
                "interval", \.interval, .integer(1...), "Seconds between the server's polls."),
        ])

    static let documentation = MethodDocumentation(
        title: "Sign in",
        summary: "Signs in with a token or by device code.",
        advice: "auth_status tells the outcome.",
        params: [
            .optional(
                "token",
                .string(.characters("!-~"), minLength: 1, maxLength: 1024).secret()
                    .called("a token of 1 to 1024 ASCII characters, without blanks"),
                "A GitHub token. It is checked before it is used."),
            .optional(
                "device", .boolean, default: false,
                "Sign in by device code: a person enters `userCode` at `verificationUri`. `auth.changed` reports the outcome."
            ),
            .optional(
                "scopes",
                .array(of: .string(.characters("A-Za-z0-9_:.-"), maxLength: 100), maxItems: 100),
                default: [], "With `device`: the permissions to ask for."),
            .optional(
                "store", .boolean, default: false,
                "Store the token for later servers, in a file that only you can read."),
        ],
        exactlyOneOf: [Alternative("token"), Alternative("device", is: true)],
        effect: .replaces,
        changesIdentity: true,
        errors: ErrorKind.ofExplorerMethods,
        examples: [
            MethodExample("With a token", params: ["token": "ghp_0123456789"]),
            MethodExample("By device code", params: ["device": true, "scopes": ["repo"]]),
        ]
    )

    static func run(_ params: Params, _ call: MethodCall) async throws -> Result {
        let signIn = call.explorer.signIn
        guard let token = params.token else {
            return .pending(
                try await signIn.loginByDevice(scopes: params.scopes, store: params.store))
        }
        return .done(try await signIn.login(token: Secret(token), store: params.store))
    }

    static func gist(of result: JSONValue) -> String {
        Gist.signIn(result)
    }
}
