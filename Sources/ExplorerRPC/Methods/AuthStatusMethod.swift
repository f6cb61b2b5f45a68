package import Explorer
package import JSONCore
import JSONSchema

/// `auth.status`: who is signed in.
struct AuthStatusMethod: DocumentedMethod {
    static let name = "auth.status"

    static let result = SignInStatus.wire

    static let documentation = MethodDocumentation(
        title: "Who is signed in",
        summary: "Who is signed in. GitHub is asked about a token once.",
        // A token that GitHub refuses is a state.
        errors: ErrorKind.ofExplorerMethods.filter { $0 != .unauthorized }
    )

    static func run(_ params: NoParams, _ call: MethodCall) async throws -> SignInStatus {
        try await call.explorer.signIn.status()
    }

    static func gist(of result: JSONValue) -> String {
        Gist.signIn(result)
    }
}

/// The notification to every client when the sign-in has changed.
package struct AuthChanged: Sendable {
    package static let method = "auth.changed"
    package let params: JSONValue

    package init(_ status: SignInStatus) {
        var members: JSONObject = ["state": .string(status.state.rawValue)]
        if let login = status.login { members["login"] = .string(login) }
        params = .object(members)
    }
}
