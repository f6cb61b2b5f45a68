extension ConnectionState {
    /// What the connection does with messages.
    enum Phase: Sendable {
        /// The first message must pass the gate.
        case gated
        /// The gate decides about the first request. Nothing is read meanwhile.
        case deciding
        /// Messages are accepted.
        case open
        /// After `shutdown`: requests are refused.
        case shuttingDown
        /// No more input is read. Messages that were read are still taken in and answered.
        case draining(afterShutdown: Bool)
        /// Like ``draining(afterShutdown:)``, but requests are answered with
        /// ``RPCError/cancelled``.
        case cancelling(afterShutdown: Bool)
        /// The client has not passed the gate, and nothing more is answered.
        case refused
        /// The client has disconnected, and nothing more is answered.
        case closed

        var isShutDown: Bool {
            switch self {
            case .shuttingDown: true
            case .draining(let afterShutdown), .cancelling(let afterShutdown): afterShutdown
            case .gated, .deciding, .open, .refused, .closed: false
            }
        }

        /// Whether the client has not passed its gate.
        var isGated: Bool {
            switch self {
            case .gated, .deciding, .refused: true
            case .open, .shuttingDown, .draining, .cancelling, .closed: false
            }
        }

        var isDeciding: Bool {
            if case .deciding = self { true } else { false }
        }

        /// Whether nothing more is answered.
        var isOver: Bool {
            switch self {
            case .refused, .closed: true
            case .gated, .deciding, .open, .shuttingDown, .draining, .cancelling: false
            }
        }

        /// Whether messages may be read.
        var isReading: Bool {
            switch self {
            case .gated, .open, .shuttingDown: true
            case .deciding, .draining, .cancelling, .refused, .closed: false
            }
        }
    }
}
