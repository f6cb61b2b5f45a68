import JSONCore

/// Where a connection is in its life, and the rules for what comes in.
///
/// A plain value: it starts nothing and writes nothing, and says what is to be done.
/// ``ServerConnection`` does it.
///
/// - SeeAlso: JSON-RPC 2.0; ``ConnectionDialect``.
package struct ConnectionState: Sendable {
    /// What is to be done about one envelope.
    package enum Decision: Sendable {
        /// Settle it: with an answer, or without one.
        case settle(RPCResponse?)
        case perform(RPCRequest)
        case cancel(RequestID)
        case exit
    }

    package let dialect: ConnectionDialect
    package var calls: CallTable

    /// Whether no more messages are accepted.
    package private(set) var hasEnded = false

    /// Exit status for a stdio server, once `exit` has come: 0 after `shutdown`, else 1.
    package private(set) var exitStatus: Int32?

    private var isShutDown = false

    package init(maximumInFlight: Int, dialect: ConnectionDialect = .languageServer) {
        self.dialect = dialect
        calls = CallTable(maximumInFlight: maximumInFlight)
    }

    /// Whether nothing more will be answered.
    package var isDone: Bool {
        hasEnded && calls.isEmpty
    }

    /// Decides about one envelope, which is settled or performed before the next one is decided.
    package mutating func decide(
        _ envelope: Envelope, for destination: Destination = .alone
    ) -> Decision {
        switch envelope {
        case .response: return .settle(nil)
        case .invalid(let id, let reason):
            // With an id under way the answer would be taken for that request's.
            return refuse(calls.isTaken(id, for: destination) ? .null : id, reason)
        case .call(let request):
            guard let id = request.id else { return decide(notification: request) }
            if calls.isTaken(id, for: destination) {
                return refuse(.null, "That id is under way already; give each request its own.")
            }
            calls.note(id, for: destination)
            return decide(request, id)
        }
    }

    /// No more messages are accepted; what was accepted is still answered.
    package mutating func end() {
        hasEnded = true
    }

    /// `exit` has come: as ``end()``, with an exit status.
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
            let id = notification.params.value()[dialect.cancelledID].flatMap(RequestID.init)
            return id.map(Decision.cancel) ?? .settle(nil)
        case dialect.shutdown:
            isShutDown = true
            return .settle(nil)
        default:
            let isPassedOver = isShutDown || dialect.passesOver(notification.method)
            return isPassedOver ? .settle(nil) : .perform(notification)
        }
    }

    private func refuse(_ id: RequestID, _ message: String) -> Decision {
        .settle(RPCResponse(id: id, error: .invalidRequest(message)))
    }

    /// Everything in params that should have been none.
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
