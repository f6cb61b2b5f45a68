import JSONCore

/// Who may use a connection.
package enum ConnectionGate: Sendable {
    /// Whoever could open it.
    case open
    /// Whoever sends `session.authenticate` first, alone, with params that the closure accepts.
    ///
    /// The closure gets the params (null if there are none) and returns nil to accept, or the error
    /// to answer before the connection closes.
    case secret(@Sendable (JSONValue) -> RPCError?)
}
