package import JSONRPC

/// What a TCP client must send first, and the errors if it does not.
package enum SessionGate {
    package static let method = SessionAuthenticateMethod.name

    /// The response to a first message that is not the secret.
    package static let secretExpected = ErrorCatalog.make(
        .unauthorized, "Send session.authenticate with this server's secret as the first request.")

    package static let wrongSecret = ErrorCatalog.make(
        .unauthorized, "The secret is wrong; send what is in the server's client secret file.")
}
