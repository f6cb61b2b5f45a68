import JSONCore
import Synchronization

/// The messages before the client has passed the gate.
extension ServerConnection {
    /// Handles the first message of a connection with a gate: it must be a request of its method.
    func takeFirst(_ message: IncomingMessage, _ gate: ConnectionGate) {
        guard case .single(.call(let request)) = message, let id = request.id,
            request.method == gate.method
        else { return core.withLock { $0.refuseEntry(gate.refusal, id: message.id) } }
        let delay = gate.delay()
        guard delay > .zero else { return core.withLock { $0.decide(request, id, gate) } }
        core.withLock { core in
            core.gateTask = Task.detached {
                // Cancelled when the client disconnects; it is not accepted then.
                let isOver = (try? await Task.sleep(for: delay)) != nil
                self.takeIn { core in
                    core.gateTask = nil
                    if isOver { core.decide(request, id, gate) }
                }
            }
        }
    }
}

extension ConnectionCore {
    fileprivate mutating func decide(
        _ request: RPCRequest, _ id: RequestID, _ gate: ConnectionGate
    ) {
        if let error = gate.verify(request.params.value()) { return refuseEntry(error, id: id) }
        openGate()
        reply(RPCResponse(id: id, .success(Array("{}".utf8))))
    }

    /// Answers the first message with an error and ends the connection.
    mutating func refuseEntry(_ error: RPCError, id: RequestID) {
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
