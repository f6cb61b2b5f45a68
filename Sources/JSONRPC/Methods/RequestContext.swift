public import JSONCore

/// What a handler may know about its request, besides the params.
public struct RequestContext: Sendable {
    /// Sends a notification to the client. It does nothing after the response, nor while
    /// ``ConnectionLimits/outputHighWater`` is exceeded because the client does not read.
    public let notify: @Sendable (_ method: String, _ params: JSONValue) -> Void

    /// Reports progress, for callers that follow it in their own way: the number of finished steps
    /// and of all steps known so far. Nil on a ``ServerConnection``, whose clients follow progress by
    /// notifications: call ``notify`` with `$/progress` and `{token, value}`.
    public let progress: (@Sendable (_ done: Int, _ total: Int) -> Void)?

    /// Whether the client is on stdin and stdout, and is therefore the server's parent.
    public let isStdio: Bool

    /// The name of the connection, for a log; empty without one.
    public let connection: String

    /// What the transport says of the distributed trace that the request is part of, for a log;
    /// unchecked.
    public let trace: String?

    /// A context for calling a method without a connection, by ``MethodRegistry/call(_:_:_:)``.
    public init(
        isStdio: Bool = false, connection: String = "", trace: String? = nil,
        notify: @escaping @Sendable (_ method: String, _ params: JSONValue) -> Void = { _, _ in },
        progress: (@Sendable (_ done: Int, _ total: Int) -> Void)? = nil
    ) {
        self.notify = notify
        self.progress = progress
        self.isStdio = isStdio
        self.connection = connection
        self.trace = trace
    }
}
