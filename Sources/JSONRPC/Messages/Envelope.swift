/// What one object that a client sent is, once its members have been looked at.
package enum Envelope: Sendable {
    case call(RPCRequest)
    /// An answer to something that this server asked; it asks nothing, so it is passed over.
    case response
    /// Not a request; `id` is null where it cannot be read, and `reason` one plain sentence.
    case invalid(id: RequestID, reason: String)
}
