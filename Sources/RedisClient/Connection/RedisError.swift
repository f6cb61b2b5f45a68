import NIOCore

/// Why commands got no replies.
///
/// An error in the engine's reply is not a `RedisError`, but a ``RESPValue/error(_:)`` among the
/// replies.
package enum RedisError: Error, Hashable, Sendable {
    /// There is no connection, so the engine has not seen the commands.
    case notSent(RedisFailure)
    /// The connection ended before all replies arrived: the engine may have run the commands.
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
    /// An unexpected reply, or one of an unexpected type.
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
        case .unproven: "it accepts connections, but runs no commands in time"
        case .slow: "no complete reply for \(Liveness.longestBatch.nanoseconds / 1_000_000_000) s"
        case .endless: "the list of its keys does not end"
        case .silent: "no reply for \(Liveness.patience.nanoseconds / 1_000_000) ms"
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

/// The engine's description of itself at the start of a connection.
package struct RedisServerFacts: Hashable, Sendable {
    /// `redis` or `valkey`.
    package let server: String
    /// Such as `7.0.15`.
    package let version: String
    /// `master` or `replica`.
    package let role: String

    package init(server: String, version: String, role: String) {
        (self.server, self.version, self.role) = (server, version, role)
    }
}

/// Whether the engine can be asked.
package enum RedisState: Hashable, Sendable {
    /// No command has been sent yet, or the first connection is being opened.
    case unknown
    case up(RedisServerFacts)
    /// Commands fail at once; a connection is tried in the background.
    case down(RedisFailure)
}

/// A message that another client published.
package struct RedisMessage: Hashable, Sendable {
    package let channel: String
    package let payload: [UInt8]

    package init(channel: String, payload: [UInt8]) {
        (self.channel, self.payload) = (channel, payload)
    }
}
