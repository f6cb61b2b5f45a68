import Explorer
import JSONSchema

/// `auth.status`: who is signed in.
struct AuthStatusMethod: DocumentedMethod {
    static let name = "auth.status"

    static let result = SignInStatus.wire

    static let documentation = MethodDocumentation(
        title: "Who is signed in",
        summary: "Who is signed in. GitHub is asked about a token once.",
        advice: "A person signs in with `gitxplorer login`.",
        // A token that GitHub refuses is a state.
        errors: ErrorKind.ofExplorerMethods.filter { $0 != .unauthorized }
    )

    static func run(_ params: NoParams, _ call: MethodCall) async throws -> SignInStatus {
        try await call.explorer.signIn.status()
    }
}
