/// What the caller of a request knows about it, for the transports that act on it.
///
/// No transport reads a URL, a header field or a body to find this out. How long the response may
/// be kept is part of the request's ``CachePolicy``.
package struct RequestFacts: Sendable {
    /// The body of a 200.
    package enum Shape: Hashable, Sendable {
        /// The outermost value of the JSON text.
        case object, array
        case image
    }

    /// Upstream's name of the budget that the request counts against; nil if upstream does not
    /// limit it.
    package var budget: String?
    /// Whether the request costs nothing of its budget, and is never held back.
    package var isFree = false
    /// Whether the response describes the credential itself, in its fields: it is then nobody else's.
    package var describesCredential = false
    /// Whether a write may change what is stored of the URL. GraphQL's has nothing stored.
    package var invalidates = true
    /// Nil if the body is not known, and so not checked.
    package var shape: Shape?
    /// Returns the subjects of the response with a body, such as logins, by which it can be removed
    /// from the store.
    package var tags: @Sendable (_ body: [UInt8]) -> [String] = { _ in [] }

    package init(budget: String? = nil, shape: Shape? = nil) {
        self.budget = budget
        self.shape = shape
    }

    /// Whether upstream counts the request.
    package var isLimited: Bool { budget != nil && !isFree }
}
