package import HTTPCore

/// Responses that several servers share, and the right to fetch one.
///
/// ``CachingTransport`` asks here before it asks upstream, if the local store has no usable
/// response. No operation fails: a server that cannot share is ``SharedClaim/alone``.
package protocol SharedResponses: Sendable {
    /// Finds a usable response, gets the right to fetch one, or waits for the server that has it.
    ///
    /// The wait is limited. A cancelled caller gets `.alone`, or a lease that it drops.
    ///
    /// - Parameter accepted: the shared response as this server stores it, or nil if it may not be
    ///   used without asking upstream.
    func claim(
        _ request: HTTPTransportRequest,
        accepted: @escaping @Sendable (SharedResponse) -> StoredResponse?
    ) async -> SharedClaim

    /// Removes the responses to a URL that was written to, of every owner, also from the other servers.
    func invalidate(url: String) async
}
