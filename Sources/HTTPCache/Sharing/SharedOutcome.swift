package import HTTPCore

/// The outcome of a fetch without a response to share.
package enum SharedOutcome: Hashable, Sendable {
    /// A response that is not stored, such as a 404.
    case response(SharedContent)
    case failure(HTTPTransportError)
    /// Each server asks for itself: the response is too large, or no cache may store it.
    case unshared
}
