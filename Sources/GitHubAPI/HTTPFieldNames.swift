import HTTPTypes

extension HTTPField.Name {
    static let apiVersion = known("X-GitHub-Api-Version")
    static let link = known("Link")
    static let oauthScopes = known("X-OAuth-Scopes")

    private static func known(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else {
            // The names above are tokens of RFC 9110; a test uses each of them.
            preconditionFailure("\(name) is not a field name")
        }
        return field
    }
}
