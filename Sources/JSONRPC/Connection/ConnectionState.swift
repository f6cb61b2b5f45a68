import JSONCore

/// The state of a connection, and the rules for incoming messages.
///
/// This is a plain value: it starts nothing and writes nothing. ``ServerConnection`` carries out
/// its decisions.
///
/// - SeeAlso: JSON-RPC 2.0; ``ConnectionDialect``.
package struct ConnectionState: Sendable {
    /// What to do with one envelope.
    package enum Decision: Sendable {
        /// Settle it, with a response or without one.
        case settle(RPCResponse?)
        case perform(RPCRequest)
        case cancel(RequestID)
        case exit
    }

    package let dialect: ConnectionDialect
    package var calls: CallTable

    /// Whether no more messages are accepted.
    package private(set) var hasEnded = false

    /// The exit status of a stdio server after `exit`: 0 after `shutdown`, otherwise 1.
    package private(set) var exitStatus: Int32?

    private var isShutDown = false

    package init(_ limits: ConnectionLimits, dialect: ConnectionDialect = .languageServer) {
        self.dialect = dialect
        calls = CallTable(limits)
    }

    /// Whether nothing more will be answered.
    package var isDone: Bool {
        hasEnded && calls.isEmpty
    }

    /// Decides about one envelope, which must be settled or performed before the next one is
    /// decided.
    package mutating func decide(
        _ envelope: Envelope, for destination: Destination = .alone
    ) -> Decision {
        switch envelope {
        case .response: return .settle(nil)
        case .cancelled(let id):
            if calls.isTaken(id, for: destination) { return refuseTaken() }
            calls.note(id, for: destination)
            return .settle(cancellation(of: id))
        case .invalid(let id, let reason):
            // With an id in use, the error would be taken for the response to the earlier request.
            return refuse(calls.isTaken(id, for: destination) ? .null : id, reason)
        case .call(let request):
            guard let id = request.id else { return decide(notification: request) }
            if calls.isTaken(id, for: destination) { return refuseTaken() }
            calls.note(id, for: destination)
            return decide(request, id)
        }
    }

    /// Accepts no more messages. Accepted requests are still answered.
    package mutating func end() {
        hasEnded = true
    }

    /// Handles `exit`: like ``end()``, with an exit status.
    package mutating func exit() {
        hasEnded = true
        exitStatus = exitStatus ?? (isShutDown ? 0 : 1)
    }

    private mutating func decide(_ request: RPCRequest, _ id: RequestID) -> Decision {
        if isShutDown {
            return refuse(id, "The connection was shut down; open another one.")
        }
        guard request.method == dialect.shutdown else { return .perform(request) }
        let errors = unknownParams(request.params)
        guard errors.isEmpty else {
            return .settle(RPCResponse(id: id, error: .invalidParams(errors)))
        }
        isShutDown = true
        return .settle(RPCResponse(id: id, .success(Array("null".utf8))))
    }

    private mutating func decide(notification: RPCRequest) -> Decision {
        switch notification.method {
        case dialect.exit: return .exit
        case dialect.cancel:
            return dialect.cancelled(by: notification).map(Decision.cancel) ?? .settle(nil)
        case dialect.shutdown:
            isShutDown = true
            return .settle(nil)
        default:
            let isPassedOver = isShutDown || dialect.passesOver(notification.method)
            return isPassedOver ? .settle(nil) : .perform(notification)
        }
    }

    /// The response to a cancelled request; nil if the dialect has none.
    package func cancellation(of id: RequestID) -> RPCResponse? {
        dialect.answersCancelled ? RPCResponse(id: id, error: .cancelled) : nil
    }

    private func refuseTaken() -> Decision {
        refuse(.null, "That id is under way already; give each request its own.")
    }

    private func refuse(_ id: RequestID, _ message: String) -> Decision {
        .settle(RPCResponse(id: id, error: .invalidRequest(message)))
    }

    /// An error for each param of a call that takes none.
    private func unknownParams(_ params: RPCParams) -> [RPCError.ParamError] {
        let tokens =
            switch params.value() {
            case .object(let members): members.keys
            case .array(let elements): elements.indices.map(String.init)
            default: [String]()
            }
        return tokens.map { ("\(JSONPointer(tokens: [$0]))", "expected no such param") }
    }
}
