extension ConnectionState {
    /// What the connection does with messages.
    enum Phase: Sendable {
        /// The first message must pass the gate.
        case gated
        /// The gate decides about the first request. Nothing is read meanwhile.
        case deciding
        /// Messages are accepted.
        case open
        /// No more input is read. Messages that were read are still taken in and answered.
        case draining
        /// Like ``draining``, but requests are answered with ``RPCError/cancelled``.
        case cancelling
        /// The client has not passed the gate, and nothing more is answered.
        case refused
        /// The client has disconnected, and nothing more is answered.
        case closed

        /// Whether the client has not passed its gate.
        var isGated: Bool { self == .gated || self == .deciding || self == .refused }

        /// Whether nothing more is answered.
        var isOver: Bool { self == .refused || self == .closed }

        /// Whether messages may be read.
        var isReading: Bool { self == .gated || self == .open }
    }
}
