import NIOCore

/// Why commands got no replies: what is wrong with the connection.
///
/// An error in the engine's reply is not a `RedisError`, but a ``RESPValue/error(_:)`` among the
/// replies.
package enum RedisError: Error, Hashable, CustomStringConvertible {
    /// The connection could not be opened; the system's reason.
    case unreachable(String)
    /// No connection, sign-in and reply to the probe within ``RedisConnection/connectTime``.
    case timedOut
    /// The engine has signed the client in, and did not run the probe in that time.
    case unproven
    /// Replies are due, and no part of one has arrived for ``Liveness/patience``.
    case silent
    /// The replies to one batch have not all arrived within ``Liveness/longestBatch``.
    case slow
    /// The list of the engine's keys has not ended in time.
    case endless
    /// The engine or the network ended the connection.
    case closed
    /// TLS: the certificate is invalid, the name does not match, or no version is common.
    case tls(String)
    /// The file of CAs cannot be used.
    case certificateFile(String)
    /// The engine's own words, such as `WRONGPASS ...` or `NOPERM ...`.
    case refused(String)
    /// A mode other than standalone: `cluster` or `sentinel`.
    case mode(String)
    /// An unexpected reply, or one of an unexpected type.
    case unaskedReply
    /// Not RESP3, or beyond the limits of a ``RESPDecoder``.
    case malformed(String)
    /// The client was shut down.
    case shutDown

    package var description: String {
        switch self {
        case .unreachable(let reason): "no connection: \(reason)"
        case .timedOut: "no connection in time"
        case .unproven: "it accepts connections, but runs no commands in time"
        case .silent: "no reply for \(Liveness.patience.nanoseconds / 1_000_000) ms"
        case .slow: "no complete reply for \(Liveness.longestBatch.nanoseconds / 1_000_000_000) s"
        case .endless: "the list of its keys does not end"
        case .closed: "the connection was closed"
        case .tls(let reason): "TLS: \(reason)"
        case .certificateFile(let path): "no CA certificates in \(path)"
        case .refused(let words): "the engine says \(words.prefix(200))"
        case .mode(let mode): "the engine runs in \(mode) mode, which is not supported"
        case .unaskedReply: "an unexpected reply"
        case .malformed(let reason): "RESP3: \(reason)"
        case .shutDown: "the client was shut down"
        }
    }
}
