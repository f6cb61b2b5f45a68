import HTTPTypes

extension HTTPField.Name {
    static let apiVersion = known("X-GitHub-Api-Version")
    static let link = known("Link")
    static let oauthScopes = known("X-OAuth-Scopes")
    static let rateLimit = known("X-RateLimit-Limit")
    static let rateLimitRemaining = known("X-RateLimit-Remaining")
    static let rateLimitReset = known("X-RateLimit-Reset")
    static let rateLimitResource = known("X-RateLimit-Resource")

    private static func known(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else {
            // The names above are tokens of RFC 9110; a test touches each of them.
            preconditionFailure("\(name) is not a field name")
        }
        return field
    }
}
