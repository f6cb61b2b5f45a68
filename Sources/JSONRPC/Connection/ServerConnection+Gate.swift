import JSONCore

/// The messages before the client has authenticated.
extension ServerConnection {
    /// Handles the first message of a connection with a secret: it must be `session.authenticate`.
    func takeFirst(_ message: IncomingMessage, _ check: SecretCheck) {
        guard case .single(.call(let request)) = message, let id = request.id,
            request.method == ConnectionGate.method
        else { return core.withLock { $0.closeGate(.secretExpected, id: message.id) } }
        let delay = check.delay()
        guard delay > .zero else { return core.withLock { $0.decide(request, id, check) } }
        core.withLock { core in
            core.gateTask = Task.detached {
                // Cancelled when the client disconnects; it is not accepted then.
                let isOver = (try? await Task.sleep(for: delay)) != nil
                self.takeIn { core in
                    core.gateTask = nil
                    if isOver { core.decide(request, id, check) }
                }
            }
        }
    }
}

extension ConnectionCore {
    fileprivate mutating func decide(_ request: RPCRequest, _ id: RequestID, _ check: SecretCheck) {
        if let error = check.verify(request.params.value()) { return closeGate(error, id: id) }
        openGate()
        reply(RPCResponse(id: id, .success(Array("{}".utf8))))
    }

    mutating func closeGate(_ error: RPCError, id: RequestID) {
        reply(RPCResponse(id: id, error: error))
        end()
    }
}

extension IncomingMessage {
    /// The id of a single request if it can be read, otherwise null.
    fileprivate var id: RequestID {
        switch self {
        case .single(.call(let request)): request.id ?? .null
        case .single(.invalid(let id, _)): id
        default: .null
        }
    }
}
