package import HTTPTypes

extension HTTPField.Name {
    package static let rateLimit = known("X-RateLimit-Limit")
    package static let rateLimitRemaining = known("X-RateLimit-Remaining")
    package static let rateLimitUsed = known("X-RateLimit-Used")
    package static let rateLimitReset = known("X-RateLimit-Reset")
    package static let rateLimitResource = known("X-RateLimit-Resource")

    /// - Parameter name: a token of RFC 9110, which a test uses.
    package static func known(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else {
            preconditionFailure("\(name) is not a field name")
        }
        return field
    }
}
