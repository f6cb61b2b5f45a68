/// The result of ``SharedResponses/claim(_:accepted:)``.
package enum SharedClaim: Sendable {
    /// Fetched by another server, and accepted.
    case found(StoredResponse)
    /// The caller fetches the response, and then publishes it or releases the lease.
    ///
    /// `known` is the shared response, which may not be used without asking upstream.
    case lease(SharedLease, known: SharedResponse?)
    /// The server that fetched it got no response that can be shared.
    case settled(SharedOutcome)
    /// Nothing is shared now: the caller proceeds as if it were the only server.
    case alone
}
