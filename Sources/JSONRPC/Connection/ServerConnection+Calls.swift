import JSONCore
import Synchronization

/// Calls and their responses.
extension ServerConnection {
    /// Answers a call at once, or accepts it to be answered by a task.
    func perform(_ request: RPCRequest, for destination: Destination) {
        if let outcome = immediateOutcome(of: request) {
            let response = request.id.map { RPCResponse(id: $0, outcome) }
            core.withLock { $0.reply(response, for: destination) }
        } else {
            let largestResult = registry[request.method]?.largestResult?(request.params) ?? 0
            let request = request.detached
            core.withLock { core in
                core.send(
                    core.state.calls.accept(
                        request, for: destination, largestResult: largestResult))
                startWaiting(&core)
            }
        }
    }

    private func immediateOutcome(of request: RPCRequest) -> Result<[UInt8], RPCError>? {
        guard let method = registry[request.method] else {
            // A notification has no response, so no similar name is looked for.
            return .failure(
                request.id == nil
                    ? .methodNotFound(request.method) : registry.notFound(request.method))
        }
        return method.immediate?(request.params).map(Result.success)
    }

    /// Starts as many waiting calls as may run.
    ///
    /// No call starts while the client does not read: each could have a large result.
    func startWaiting(_ core: inout ConnectionCore) {
        while core.clientKeepsUp, let (ticket, request) = core.state.calls.nextToRun() {
            // Detached, because the end of another call may start it, whose task-local values it
            // must not inherit. The task ends under the lock that is held here.
            core.tasks[ticket] = Task.detached(executorPreference: executor) {
                await self.run(request, ticket)
            }
        }
    }

    private func run(_ request: RPCRequest, _ ticket: Ticket) async {
        let context = RequestContext(isStdio: isStdio) { method, params in
            self.send(notification: method, params: params, about: ticket)
        }
        let outcome = await registry.call(request.method, request.params, context)
        // There may be room again for messages that were held back.
        takeIn { core in
            core.send(core.state.calls.finish(ticket, with: outcome))
            core.tasks[ticket] = nil
            startWaiting(&core)
        }
    }

    func cancel(_ id: RequestID, wasKept: Bool) {
        let task = core.withLock { $0.cancel(id, wasKept: wasKept) }
        // Outside of the lock: a handler's cancellation handlers run here.
        task?.cancel()
    }

    /// - Parameter ticket: the call that the notification is about, if any; nothing is sent once it
    ///   has been answered.
    func send(notification method: String, params: JSONValue, about ticket: Ticket?) {
        let message: JSONValue = [
            "jsonrpc": "2.0", "method": .string(method), "params": params,
        ]
        let text = message.bytes
        core.withLock { core in
            // Progress is for clients that read it; otherwise it would fill the memory.
            let isWanted =
                ticket.map { core.clientKeepsUp && core.state.calls.isWaiting($0) }
                ?? !core.isReadyToClose
            if isWanted, core.gate == nil, core.decoder.framing != .automatic {
                core.output.append(text, framing: core.decoder.framing)
            }
        }
        announce()
    }
}
