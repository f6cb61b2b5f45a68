import JSONCore

/// Who may use a connection.
package enum ConnectionGate: Sendable {
    /// Any client that could connect.
    case open
    /// A client whose first message is the request `session.authenticate` with the secret.
    case secret(SecretCheck)

    /// The method that opens a gate. Without a gate it is an ordinary method.
    static let method = "session.authenticate"
}

/// Checks whether a client knows the secret.
package struct SecretCheck: Sendable {
    /// How long to wait before the secret is checked. The delay must not depend on the secret;
    /// otherwise an attacker could tell a wrong one by the time and need not wait.
    let delay: @Sendable () -> Duration

    /// Receives the params of `session.authenticate`, or null. Returns nil to accept the client, or
    /// the error to send before the connection closes.
    let verify: @Sendable (JSONValue) -> RPCError?

    package init(
        delay: @escaping @Sendable () -> Duration = { .zero },
        verify: @escaping @Sendable (JSONValue) -> RPCError?
    ) {
        self.delay = delay
        self.verify = verify
    }
}
