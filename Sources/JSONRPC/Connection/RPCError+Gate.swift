extension RPCError {
    /// The answer to anything but the secret, before it.
    static let secretExpected = unauthorized(
        "Send session.authenticate with this server's secret as the first request.")
}
