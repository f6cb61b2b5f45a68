import JSONCore

/// The rules for single envelopes.
extension ConnectionState {
    /// What to do with one envelope.
    package enum Decision: Sendable {
        /// Settle it, with a response or without one.
        case settle(RPCResponse?)
        case perform(RPCRequest)
        case cancel(RequestID)
        case exit
    }

    /// Decides about one envelope, which must be settled or performed before the next one is
    /// decided.
    package mutating func decide(
        _ envelope: IncomingMessage.Envelope, for destination: CallTable.Destination = .alone
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

    private mutating func decide(_ request: RPCRequest, _ id: RequestID) -> Decision {
        if phase.isShutDown {
            return refuse(id, "The connection was shut down; open another one.")
        }
        guard request.calls(dialect.shutdown) else { return .perform(request) }
        let errors = unknownParams(request.params)
        guard errors.isEmpty else {
            return .settle(RPCResponse(id: id, error: .invalidParams(errors)))
        }
        shutDown()
        return .settle(RPCResponse(id: id, .success(Array("null".utf8))))
    }

    private mutating func decide(notification: RPCRequest) -> Decision {
        if notification.calls(dialect.exit) { return .exit }
        if notification.calls(dialect.cancel) {
            return dialect.cancelled(by: notification).map(Decision.cancel) ?? .settle(nil)
        }
        if notification.calls(dialect.shutdown) {
            shutDown()
            return .settle(nil)
        }
        let isIgnored = phase.isShutDown || dialect.ignores(notification.method)
        return isIgnored ? .settle(nil) : .perform(notification)
    }

    /// The response to a cancelled request; nil if the dialect has none.
    func cancellation(of id: RequestID) -> RPCResponse? {
        dialect.answersCancelled ? RPCResponse(id: id, error: .cancelled) : nil
    }

    private func refuseTaken() -> Decision {
        refuse(.null, "That id is under way already; give each request its own.")
    }

    private func refuse(_ id: RequestID, _ message: String) -> Decision {
        .settle(RPCResponse(id: id, error: .invalidRequest(message)))
    }

    /// An error for each of the first hundred params of a call that takes none.
    private func unknownParams(_ params: RPCParams) -> [RPCError.ParamError] {
        let tokens =
            switch params.value() {
            case .object(let members): members.prefix(100).map(\.key)
            case .array(let elements): elements.indices.prefix(100).map(String.init)
            default: [String]()
            }
        return tokens.map { ("\(JSONPointer(tokens: [$0]))", "expected no such param") }
    }
}
