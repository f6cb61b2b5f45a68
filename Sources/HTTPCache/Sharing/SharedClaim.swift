/// The result of ``SharedResponses/claim(_:accepted:)``.
package enum SharedClaim: Sendable {
    /// Fetched by another server, and accepted by the caller.
    case found(StoredResponse)
    /// The caller fetches the response.
    case lease(any SharedLease)
    /// Another server fetched it, and got no response to share.
    case settled(SharedOutcome)
    /// Nothing is shared now: the caller proceeds as if it were the only server.
    case alone
}
