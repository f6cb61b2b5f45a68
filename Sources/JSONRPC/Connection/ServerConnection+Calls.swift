import JSONCore

/// From calls to answers.
extension ServerConnection {
    /// Answers a call at once, or accepts it to be answered by a task.
    func perform(_ request: RPCRequest, for destination: Destination) {
        if let outcome = immediateOutcome(of: request) {
            let response = request.id.map { RPCResponse(id: $0, outcome) }
            core.withLock { $0.reply(response, for: destination) }
        } else {
            core.withLock { core in
                core.send(core.state.calls.accept(request, for: destination))
                startWaiting(&core)
            }
        }
    }

    private func immediateOutcome(of request: RPCRequest) -> Result<[UInt8], RPCError>? {
        guard let method = registry[request.method] else {
            // A notification goes unanswered, so the nearest name is not looked for.
            return .failure(
                request.id == nil
                    ? .methodNotFound(request.method) : registry.notFound(request.method))
        }
        return method.immediate?(request.params).map(Result.success)
    }

    /// Starts as many of the calls that wait as may run.
    ///
    /// None is started while the client does not read: each could have a large answer.
    func startWaiting(_ core: inout ConnectionCore) {
        while core.isRead, let (ticket, request) = core.state.calls.nextToRun() {
            // Detached, since it may be started by the end of another call, whose task-local values
            // are none of its business. It ends under the lock that is held here.
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
        // There may be room again for messages that were kept back.
        takeIn { core in
            core.send(core.state.calls.finish(ticket, with: outcome))
            core.tasks[ticket] = nil
            startWaiting(&core)
        }
    }

    func cancel(_ id: RequestID) {
        let task = core.withLock { core -> Task<Void, Never>? in
            let error: RPCError? = core.state.dialect.answersCancelled ? .cancelled : nil
            let (reply, handler) = core.state.calls.cancel(id, answer: error)
            core.send(reply)
            return handler.flatMap { core.tasks[$0] }
        }
        // Outside of the lock: what a handler does when it is cancelled runs here.
        task?.cancel()
    }

    /// - Parameter ticket: the call that the notification is about, if it is about one; nothing is
    ///   sent once that is answered.
    func send(notification method: String, params: JSONValue, about ticket: Ticket?) {
        let message: JSONValue = [
            "jsonrpc": "2.0", "method": .string(method), "params": params,
        ]
        let text = message.bytes
        core.withLock { core in
            let isWanted = ticket.map(core.state.calls.isWaiting) ?? !core.isReadyToClose
            if isWanted, !core.isGated, core.decoder.framing != .automatic {
                core.output.append(text, framing: core.decoder.framing)
            }
        }
        announce()
    }
}
