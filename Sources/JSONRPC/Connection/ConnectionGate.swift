public import JSONCore

/// A condition that a client must meet with its first request, for example by showing a secret.
///
/// Until then the connection takes no other message in, sends no notification, and accepts only
/// messages of at most ``ConnectionLimits/maximumGatedMessageBytes``. Any other first message is
/// answered with ``refusal``, and the connection closes. A request that meets the condition has the
/// result `{}`. On a connection without a gate, ``method`` is a name like any other: register a method
/// of this name if clients always call it.
public struct ConnectionGate: Sendable {
    /// The method that opens the gate.
    public let method: String

    /// The error for a first message that is not a request of ``method``, and for none in time.
    public let refusal: RPCError

    package let delay: @Sendable () -> Duration
    package let verify: @Sendable (JSONValue) -> RPCError?

    /// - Parameters:
    ///   - method: the method that opens the gate.
    ///   - refusal: the error for any other first message.
    ///   - delay: how long to wait before `verify` is called, for example longer after each wrong
    ///     secret. It must not depend on the params: otherwise the time would show whether the secret
    ///     is right, and an attacker could disconnect early.
    ///   - verify: receives the params, or null. Compare secrets in constant time. Returns nil to accept the client, or the error to
    ///     send before the connection closes.
    public init(
        method: String, refusal: RPCError, delay: @escaping @Sendable () -> Duration = { .zero },
        verify: @escaping @Sendable (JSONValue) -> RPCError?
    ) {
        self.method = method
        self.refusal = refusal
        self.delay = delay
        self.verify = verify
    }
}
