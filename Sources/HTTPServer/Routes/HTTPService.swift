package import NIOHTTP1

/// What the connections of a listener share.
package struct HTTPService: Sendable {
    /// Nil admits every well-formed request.
    package var gate: HTTPGate?
    package var router: HTTPRouter
    /// Nil if no secret is needed.
    package var authorizer: HTTPAuthorizer?
    package var limits: HTTPLimits
    /// Fields of every response that does not set them itself.
    package var defaultFields: HTTPHeaders
    /// The member of a refusal's JSON body that has the sentence.
    package var refusalMember = "error"

    package init(
        gate: HTTPGate?, router: HTTPRouter, authorizer: HTTPAuthorizer? = nil,
        limits: HTTPLimits = HTTPLimits(), defaultFields: HTTPHeaders = HTTPHeaders()
    ) {
        self.gate = gate
        self.router = router
        self.authorizer = authorizer
        self.limits = limits
        self.defaultFields = defaultFields
    }
}
