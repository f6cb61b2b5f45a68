public import JSONCore

/// Why a call has no response.
///
/// A response with an error is thrown as an ``RPCError``, and the cancellation of the calling task
/// as a `CancellationError`.
public enum ClientError: Error, Hashable {
    /// The server or this side closed the connection first.
    case closed
    /// No response arrived in time. The server was asked to cancel the request.
    case timedOut(after: Duration)
    /// The response to this call is not one: one sentence without a full stop.
    case invalidResponse(String)
    /// The server sent what is not JSON; the connection is closed.
    case notJSON(JSONSyntaxError)
    /// The server sent JSON that is not a message; the connection is closed.
    case notMessage
    /// The server's bytes cannot be cut into messages, or a message is too long; the connection is
    /// closed.
    case framing(FramingError)
}

extension ClientError: CustomStringConvertible {
    /// What happened, without a full stop.
    public var description: String {
        switch self {
        case .closed: "the server closed the connection before it answered"
        case .timedOut(let time): "the server did not answer within \(time)"
        case .invalidResponse(let reason): "the server's response is invalid: \(reason)"
        case .notJSON(let error): "the server's message is not JSON: \(error)"
        case .notMessage: "the server's message is not JSON-RPC: expected an object"
        case .framing(let error): "\(error)"
        }
    }
}
