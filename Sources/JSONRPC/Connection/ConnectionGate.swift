import JSONCore

/// Who may use a connection.
package enum ConnectionGate: Sendable {
    /// Whoever could open it.
    case open
    /// Whoever sends `session.authenticate` first, alone, with the secret.
    case secret(SecretCheck)

    /// What opens a gate; elsewhere a method like any other.
    static let method = "session.authenticate"
}

/// How a connection finds out whether its client knows the secret.
package struct SecretCheck: Sendable {
    /// How long to wait before the secret is looked at. Whether it is right must not bear on this,
    /// or who guesses could tell by the time and need not wait.
    let delay: @Sendable () -> Duration

    /// Gets the params of `session.authenticate`, null if there are none, and returns nil to let
    /// the client in, or the error to answer before the connection closes.
    let verify: @Sendable (JSONValue) -> RPCError?

    package init(
        delay: @escaping @Sendable () -> Duration = { .zero },
        verify: @escaping @Sendable (JSONValue) -> RPCError?
    ) {
        self.delay = delay
        self.verify = verify
    }
}
