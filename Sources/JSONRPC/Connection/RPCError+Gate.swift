extension RPCError {
    /// The response to a first message that is not the secret.
    static let secretExpected = unauthorized(
        "Send session.authenticate with this server's secret as the first request.")
}
