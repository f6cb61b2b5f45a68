import Explorer
import JSONSchema

/// `auth.logout`: stops using a token.
struct AuthLogoutMethod: DocumentedMethod {
    static let name = "auth.logout"

    static let result = SignInStatus.wire

    static let documentation = MethodDocumentation(
        title: "Sign out",
        summary: "Continues without a token, stops a pending sign-in, and removes a stored token.",
        effect: .removes,
        changesIdentity: true
    )

    static func run(_ params: NoParams, _ call: MethodCall) async throws -> SignInStatus {
        try await call.explorer.signIn.logout()
    }
}
