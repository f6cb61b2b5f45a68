/// The right to fetch one response for all servers.
///
/// The fetch ends in one call of ``publish(_:for:isConfirmation:)`` or ``release(_:)``. Neither waits
/// for the engine. A lease that is dropped without such a call is released, and another server
/// fetches the response.
package protocol SharedLease: AnyObject, Sendable {
    /// The shared response, which may not be used without asking upstream.
    var known: SharedResponse? { get }

    /// Shares a response that may be stored.
    ///
    /// - Parameters:
    ///   - seconds: how long it is fresh.
    ///   - isConfirmation: upstream confirmed (304) ``known``, so its body is already shared.
    func publish(_ response: StoredResponse, for seconds: Double, isConfirmation: Bool)

    /// Ends the fetch without a response to share. The outcome ends the wait of other servers; if it
    /// is nil, one of them fetches instead.
    func release(_ outcome: SharedOutcome?)
}
