import NIOCore

/// Why commands got no replies.
///
/// An error that the engine replied with is no `RedisError`, but a ``RESPValue/error(_:)`` among the
/// replies.
package enum RedisError: Error, Hashable, Sendable {
    /// There is no connection, so the engine has not seen the commands.
    case notSent(RedisFailure)
    /// The connection ended before all replies came: the engine may have run the commands.
    case unanswered(RedisFailure)
    /// The client was shut down.
    case shutDown

    /// What is wrong with the connection; nil after a shutdown.
    package var failure: RedisFailure? {
        switch self {
        case .notSent(let failure), .unanswered(let failure): failure
        case .shutDown: nil
        }
    }
}

extension RedisError: CustomStringConvertible {
    package var description: String { failure.map { "\($0)" } ?? "the client was shut down" }
}

/// What is wrong with a connection.
package enum RedisFailure: Error, Hashable, Sendable {
    /// No connection came about; the reason as the system gives it.
    case unreachable(String)
    /// No connection and sign-in within ``RedisConnection/connectTime``.
    case timedOut
    /// Replies are due, and nothing has come for ``Liveness/patience``.
    case silent
    /// The engine, or a cable, ended the connection.
    case closed
    /// TLS: a certificate that does not verify, a name that is another, no common version.
    case tls(String)
    /// The file of CAs cannot be used.
    case certificateFile(String)
    /// The engine's own words, such as `WRONGPASS ...` or `NOPERM ...`.
    case refused(String)
    /// A reply that was not asked for, or one of another shape.
    case unaskedReply
    /// A mode other than standalone: `cluster` or `sentinel`.
    case mode(String)
    case malformed(RESPError)
}

extension RedisFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreachable(let reason): "no connection: \(reason)"
        case .timedOut: "no connection in time"
        case .silent: "no answer for \(Liveness.patience.nanoseconds / 1_000_000) ms"
        case .closed: "the connection was closed"
        case .tls(let reason): "TLS: \(reason)"
        case .certificateFile(let path): "no CA certificates in \(path)"
        case .refused(let words): "the engine says \(words.prefix(200))"
        case .mode(let mode): "the engine runs in \(mode) mode, which is not supported"
        case .unaskedReply: "an unexpected reply"
        case .malformed(let error): "\(error)"
        }
    }
}

/// What the engine says of itself when a connection begins.
package struct RedisServerFacts: Hashable, Sendable {
    /// `redis` or `valkey`.
    package let server: String
    /// Such as `7.0.15`.
    package let version: String
    /// `master` or `replica`.
    package let role: String
}

/// Whether the engine can be asked.
package enum RedisState: Hashable, Sendable {
    /// Nothing has been asked yet, or the first connection is on its way.
    case unknown
    case up(RedisServerFacts)
    /// Commands fail at once; a connection is tried in the background.
    case down(RedisFailure)
}

/// A message that another client published.
package struct RedisMessage: Hashable, Sendable {
    package let channel: String
    package let payload: [UInt8]
}
