/// The meaning of one object that a client sent.
package enum Envelope: Sendable {
    case call(RPCRequest)
    /// A response. The server sends no requests, so it ignores responses.
    case response
    /// A request that was cancelled before it had a place.
    case cancelled(RequestID)
    /// Not a request; `id` is null if it cannot be read, and `reason` is one sentence.
    case invalid(id: RequestID, reason: String)
}
