import Explorer
import JSONCore
import JSONSchema

/// `auth.logout`: goes on without a token.
struct AuthLogoutMethod: DocumentedMethod {
    static let name = "auth.logout"

    typealias Params = NoParams

    static let documentation = MethodDocumentation(
        title: "Sign out",
        summary: "Goes on without a token, stops a sign-in, and removes a stored token.",
        effect: .removes,
        result: .ref("AuthStatus"),
        examples: [
            MethodExample(
                "Sign out",
                result: ["state": "anonymous", "login": nil, "scopes": [], "tokenSource": nil])
        ]
    )

    static func answer(_ params: Params, _ call: MethodCall) async throws -> SignInStatus {
        try await call.explorer.signIn.logout()
    }

    static func gist(of result: JSONValue) -> String {
        Gist.signIn(result)
    }
}
