package import Explorer
package import JSONCore

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
