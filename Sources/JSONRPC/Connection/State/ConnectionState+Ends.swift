import JSONCore

/// The gate.
extension ConnectionState {
    /// Handles the first message of a connection with a gate: it must be a request of its method.
    mutating func takeFirst(_ message: IncomingMessage) -> Work? {
        guard case .single(.call(let request)) = message, let id = request.id,
            request.calls(gate?.method)
        else {
            if let gate { observe(message.method, .failure(gate.refusal)) }
            refuseEntry(id: message.id)
            return nil
        }
        phase = .deciding
        entrant = id
        return .decide(request)
    }

    /// Handles the decision about the first request: an error, or nil if the client has passed.
    mutating func admit(unless error: RPCError?) {
        guard phase == .deciding, let id = entrant else { return }
        entrant = nil
        isWorking = false
        let outcome = error.map { .failure($0) } ?? Result.success(Array("{}".utf8))
        observe(gate?.method, outcome)
        reply(RPCResponse(id: id, outcome))
        if error != nil {
            phase = .refused
            decoder.discard()
        } else {
            phase = .open
            decoder.maximumMessageBytes = limits.maximumMessageBytes
        }
    }

    /// Answers the first message with the gate's error and ends the connection.
    mutating func refuseEntry(id: RequestID) {
        if let gate { reply(RPCResponse(id: id, error: gate.refusal)) }
        drain()
    }
}

/// The ends of a connection.
extension ConnectionState {
    /// Reads no more. Messages that were read are still answered; a decision about a client is not
    /// waited for.
    mutating func drain() {
        decoder.discard()
        switch phase {
        case .gated: phase = .refused
        case .deciding: admit(unless: .cancelled)
        case .open: phase = .draining
        case .draining, .cancelling, .refused, .closed: break
        }
    }

    /// Handles the request `shutdown`, which takes no params.
    mutating func shutDown(
        _ request: RPCRequest, _ id: RequestID, in slot: CallTable.BatchSlot?
    ) {
        // The first hundred are named.
        let tokens =
            switch request.params.value() {
            case .object(let members): members.prefix(100).map(\.key)
            case .array(let elements): elements.indices.prefix(100).map(String.init)
            default: [String]()
            }
        let errors: [RPCError.ParamError] = tokens.map {
            ("\(JSONPointer(tokens: [$0]))", "unknown param")
        }
        if errors.isEmpty { isShutDown = true }
        let outcome: Result<[UInt8], RPCError> =
            errors.isEmpty ? .success(Array("null".utf8)) : .failure(.invalidParams(errors))
        observe(request.method, outcome)
        reply(RPCResponse(id: id, outcome), in: slot)
    }

    /// Ends the input and answers all accepted requests with ``RPCError/cancelled``.
    mutating func cancelAll() {
        drain()
        guard phase == .draining else { return }
        phase = .cancelling
        let (replies, handlers) = calls.cancelAll()
        for reply in replies {
            send(reply)
        }
        cancelled += handlers
    }

    /// Drops everything, because the client has disconnected.
    mutating func vanish() {
        if phase == .deciding { isWorking = false }
        phase = phase.isGated ? .refused : .closed
        output.removeAll()
        backlog.removeAll()
        decoder.discard()
        batch = nil
        cancelled += calls.close()
    }

    /// Ends the input because it cannot be cut into messages any further.
    mutating func fail(_ error: FramingError) {
        if phase == .gated, case .bodyTooLarge = error { return refuseEntry(id: .null) }
        if error != .httpRequest { reply(RPCResponse(id: .null, error: RPCError(error))) }
        drain()
    }
}

extension IncomingMessage {
    /// The id of a single request if it can be read, otherwise null.
    fileprivate var id: RequestID {
        switch self {
        case .single(.call(let request)): request.id ?? .null
        case .single(.invalid(let id, _, _)): id
        default: .null
        }
    }

    fileprivate var method: String? {
        switch self {
        case .single(.call(let request)): request.method
        case .single(.invalid(_, let method, _)): method
        default: nil
        }
    }
}
