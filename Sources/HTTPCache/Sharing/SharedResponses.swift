package import HTTPCore

/// Responses that several servers share, and the right to fetch one.
///
/// ``CachingTransport`` asks here before it asks upstream, if the local store has no usable
/// response. No operation fails: a server that cannot share is `.alone`.
package protocol SharedResponses: Sendable {
    /// Finds a usable response, gets the right to fetch one, or waits for the server that has it.
    ///
    /// The wait is limited. A cancelled caller gets `.alone` and holds no lease.
    ///
    /// - Parameter accepted: the response as this server stores it; nil if it may not be used
    ///   without asking upstream.
    func claim(
        _ request: HTTPTransportRequest,
        accepted: @escaping @Sendable (SharedResponse) -> StoredResponse?
    ) async -> SharedClaim

    /// Releases a lease with a response that may be stored. Does not wait for the engine.
    ///
    /// - Parameter isConfirmation: upstream confirmed (304) the response that came with the lease,
    ///   so its body is already shared.
    func publish(
        _ response: StoredResponse, for seconds: Double, isConfirmation: Bool,
        _ lease: SharedLease)

    /// Releases a lease without a response to share. Does not wait for the engine.
    ///
    /// - Parameter outcome: ends the wait of other servers; if nil, one of them fetches instead.
    func release(_ lease: SharedLease, _ outcome: SharedOutcome?)
}
