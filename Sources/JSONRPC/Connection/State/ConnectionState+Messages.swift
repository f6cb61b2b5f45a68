/// From messages to responses.
extension ConnectionState {
    /// What is done next outside of the lock; nil if nothing can be done now.
    mutating func nextWork() -> Work? {
        while true {
            if let batch, batch.next < batch.members.count {
                self.batch?.next += 1
                let slot = CallTable.BatchSlot(batch: batch.number, member: batch.next)
                let work = take(
                    batch.members[batch.next], in: slot, wasKept: batch.wasKept)
                if let work { return work }
            } else if batch != nil {
                batch = nil
            } else if hasPlace, let message = backlog.next() {
                if let work = take(message, wasKept: true) { return work }
            } else if canRead {
                do throws(FramingError) {
                    if let text = try decoder.next() {
                        let isNext = hasPlace && backlog.isEmpty && !phase.isGated
                        return .parse(text, performs: isNext)
                    }
                    if decoder.isComplete { drain() }
                } catch {
                    fail(error)
                }
                return nil
            } else {
                return nil
            }
        }
    }

    mutating func take(
        parsed message: IncomingMessage, length: Int, _ attempt: Attempt?
    ) -> Work? {
        if phase.isOver { return nil }
        if backlog.isEmpty && hasPlace || dialect.isCancellation(message) {
            return take(message, wasKept: false, attempt)
        }
        backlog.append(message, length: length, isExit: dialect.isExit(message))
        return nil
    }

    private mutating func take(
        _ message: IncomingMessage, wasKept: Bool, _ attempt: Attempt? = nil
    ) -> Work? {
        if phase == .gated { return takeFirst(message) }
        switch message {
        case .single(let envelope):
            return take(envelope, in: nil, wasKept: wasKept, attempt)
        case .batch(let members):
            let number = calls.openBatch(count: members.count)
            batch = OpenBatch(number: number, members: members, wasKept: wasKept)
        case .emptyBatch: refuse(nil, "A batch must have at least one member.")
        case .tooLongBatch(let maximum):
            refuse(nil, "A batch has at most \(maximum) members; split it.")
        case .malformed(let error): reply(RPCResponse(id: .null, error: RPCError(error)))
        }
        return nil
    }

    /// Takes in one envelope, which must be settled or performed before the next one.
    private mutating func take(
        _ envelope: IncomingMessage.Envelope, in slot: CallTable.BatchSlot?,
        wasKept: Bool, _ attempt: Attempt? = nil
    ) -> Work? {
        switch envelope {
        case .response: reply(nil, in: slot)
        case .cancelled(let request):
            if claim(request, in: slot) { reply(cancellation(of: request), in: slot) }
        case .invalid(let id, let method, let reason):
            // With an id in use, the error would be taken for the response to the earlier request.
            refuse(method, reason, calls.isTaken(id, in: slot) ? .null : id, in: slot)
        case .call(let request):
            guard let id = request.id else {
                return take(notification: request, in: slot, wasKept: wasKept, attempt)
            }
            guard claim(request, in: slot) else { return nil }
            if isShutDown {
                let reason = "The connection was shut down; open another one."
                refuse(request.method, reason, id, in: slot)
            } else if request.calls(dialect.shutdown) {
                shutDown(request, id, in: slot)
            } else {
                return perform(request, in: slot, attempt)
            }
        }
        return nil
    }

    private mutating func take(
        notification: RPCRequest, in slot: CallTable.BatchSlot?, wasKept: Bool,
        _ attempt: Attempt?
    ) -> Work? {
        if notification.calls(dialect.exit) {
            exitStatus = exitStatus ?? (isShutDown ? 0 : 1)
            drain()
            // Everything in it arrived later.
            backlog.removeAll()
        } else if notification.calls(dialect.cancel) {
            if let id = dialect.cancelled(by: notification) { cancel(id, wasKept: wasKept) }
        } else if notification.calls(dialect.shutdown) {
            isShutDown = true
        } else if !isShutDown, !dialect.ignores(notification.method) {
            return perform(notification, in: slot, attempt)
        }
        reply(nil, in: slot)
        return nil
    }

    /// Records the id of a request, unless it is in use; then the request is refused without an id.
    private mutating func claim(_ request: RPCRequest, in slot: CallTable.BatchSlot?) -> Bool {
        guard let id = request.id else { return true }
        if calls.isTaken(id, in: slot) {
            let reason = "That id is already in use; give each request its own."
            refuse(request.method, reason, in: slot)
            return false
        }
        calls.note(id, in: slot)
        return true
    }

    private mutating func perform(
        _ request: RPCRequest, in slot: CallTable.BatchSlot?, _ attempt: Attempt?
    ) -> Work? {
        if phase == .cancelling {
            observe(request, .failure(.cancelled))
            reply(to: request, .failure(.cancelled), in: slot)
        } else if let attempt {
            finish(request, in: slot, attempt)
        } else {
            return .perform(request, slot)
        }
        return nil
    }

    /// Settles a call that was answered at once, or accepts it to be answered by a task.
    mutating func finish(
        _ request: RPCRequest, in slot: CallTable.BatchSlot?, _ attempt: Attempt
    ) {
        switch attempt {
        case .answered(let outcome):
            if case .success = outcome, skipsImmediateResults {} else { observe(request, outcome) }
            reply(to: request, outcome, in: slot)
        case .needsTask(let largestResult):
            if phase.isOver { return }
            if phase == .cancelling {
                observe(request, .failure(.cancelled))
                reply(to: request, .failure(.cancelled), in: slot)
            } else {
                calls.accept(request, in: slot, largestResult: largestResult)
            }
        }
    }

    /// Settles the request with that id, wherever it is.
    ///
    /// - Parameter wasKept: whether the cancellation was itself in the backlog, so that everything
    ///   still in the backlog arrived after it.
    private mutating func cancel(_ id: RequestID, wasKept: Bool) {
        if calls.isTaken(id) {
            let (reply, handler) = calls.cancel(
                id, answer: dialect.answersCancelled ? .cancelled : nil)
            send(reply)
            if let handler { cancelled.append(handler) }
        } else if !wasKept, let request = backlog.cancel(id, exempt: dialect.shutdown) {
            reply(cancellation(of: request))
        }
    }

    mutating func notify(_ text: [UInt8], about number: Int?) {
        guard dialect.sendsNotifications, !phase.isGated, !phase.isOver, !isDone,
            decoder.framing != .automatic
        else { return }
        // For a client that does not read, notifications would fill the memory. Those about a call
        // also give way to responses.
        if notificationBytes >= limits.outputHighWater { return }
        if let number, !clientKeepsUp || !calls.isWaiting(number) { return }
        notificationBytes += text.count
        output.append(text, framing: decoder.framing)
    }

    private mutating func refuse(
        _ method: String?, _ message: String, _ id: RequestID = .null,
        in slot: CallTable.BatchSlot? = nil
    ) {
        let error = RPCError.invalidRequest(message)
        observe(method, .failure(error))
        reply(RPCResponse(id: id, error: error), in: slot)
    }

    /// The response to a request that was cancelled in the backlog; nil if the dialect has none.
    private mutating func cancellation(of request: RPCRequest) -> RPCResponse? {
        observe(request.method, .failure(.cancelled))
        return dialect.answersCancelled
            ? request.id.map { RPCResponse(id: $0, error: .cancelled) } : nil
    }

    /// Tells the observer of a call that no task ran for. A notification that failed, such as one
    /// about the connection, has no response to observe.
    private mutating func observe(_ request: RPCRequest, _ outcome: Result<[UInt8], RPCError>) {
        if case .failure = outcome, request.id == nil { return }
        observe(request.method, outcome)
    }

    /// Tells the observer of a message that was answered; not if it names no method.
    mutating func observe(_ method: String?, _ outcome: Result<[UInt8], RPCError>) {
        if let method { calls.ended?.append((method, outcome)) }
    }

    private mutating func reply(
        to request: RPCRequest, _ outcome: Result<[UInt8], RPCError>, in slot: CallTable.BatchSlot?
    ) {
        reply(request.id.map { RPCResponse(id: $0, outcome) }, in: slot)
    }

    mutating func reply(_ response: RPCResponse?, in slot: CallTable.BatchSlot? = nil) {
        if phase.isOver { return }
        send(calls.settle(response, in: slot))
    }

    mutating func send(_ reply: CallTable.Reply?) {
        if let reply { output.append(reply, framing: decoder.framing) }
    }
}
