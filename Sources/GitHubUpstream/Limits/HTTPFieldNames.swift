package import HTTPTypes

extension HTTPField.Name {
    package static let rateLimit = known("X-RateLimit-Limit")
    package static let rateLimitRemaining = known("X-RateLimit-Remaining")
    package static let rateLimitReset = known("X-RateLimit-Reset")
    package static let rateLimitResource = known("X-RateLimit-Resource")

    private static func known(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else {
            // The names above are tokens of RFC 9110; a test touches each of them.
            preconditionFailure("\(name) is not a field name")
        }
        return field
    }
}
