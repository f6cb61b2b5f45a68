import JSONCore

/// The state of one connection. Events change it, and nothing else does.
///
/// This is a plain value: it does no I/O, starts no task and takes no lock. ``ServerConnection``
/// holds it under its lock, passes events to ``handle(_:)``, and carries out the ``Work`` and the
/// ``Effects``.
///
/// - SeeAlso: JSON-RPC 2.0; ``ConnectionDialect``.
package struct ConnectionState: Sendable {
    /// The batch whose members are being taken in.
    private struct OpenBatch: Sendable {
        let number: Int
        let members: [IncomingMessage.Envelope]
        let wasKept: Bool
        var next = 0
    }

    private let limits: ConnectionLimits
    let dialect: ConnectionDialect
    private let gate: ConnectionGate?

    private(set) var phase: Phase
    var calls: CallTable
    private var decoder: FrameDecoder
    private var output = OutputBuffer()
    /// The bytes of notifications in the output since it was last empty.
    private var notificationBytes = 0
    private var backlog = Backlog()
    private var batch: OpenBatch?

    /// Whether a ``Work`` is under way outside of the lock. There is one at a time, so that
    /// messages are taken in order.
    private var isWorking = false

    private var notice = TransportNotice()

    /// The id of the request about which the gate decides, in ``Phase/deciding``. A phase with a
    /// payload that counts references would cost each request some hundred instructions.
    private var entrant: RequestID?

    /// What the process has no memory for; set before each event.
    package var shortage: MemoryLedger.Shortage = []

    /// The calls whose tasks must start, and those whose tasks must be cancelled.
    private var effects = Effects()

    /// The exit status of a stdio server after `exit`: 0 after `shutdown`, otherwise 1.
    package private(set) var exitStatus: Int32?

    package init(
        _ limits: ConnectionLimits, framing: Framing = .automatic,
        dialect: ConnectionDialect = .languageServer, gate: ConnectionGate? = nil
    ) {
        self.limits = limits
        self.dialect = dialect
        self.gate = gate
        phase = gate == nil ? .open : .gated
        calls = CallTable(limits)
        decoder = FrameDecoder(framing: framing, limits: limits)
        if gate != nil {
            decoder.maximumMessageBytes = min(
                limits.maximumMessageBytes, limits.maximumGatedMessageBytes)
        }
    }

    /// Changes the state by one event, and takes in as many messages as have a place.
    ///
    /// - Returns: what must be done next outside of the lock, by the thread that passed the event;
    ///   nil for nothing.
    package mutating func handle(_ event: consuming Event) -> Work? {
        if event.isFromTransport { notice.clear() }
        var work: Work?
        switch consume event {
        case .looked, .memoryChanged, .gateAbandoned: break
        case .received(let bytes): if phase.isReading || phase.isDeciding { decoder.append(bytes) }
        case .inputEnded: decoder.finish()
        case .written(let count):
            output.written(count)
            notificationBytes = min(notificationBytes, output.pending)
        case .frameTimedOut: if needs.contains(.time) { fail(.unfinishedFrame) }
        case .frameRefused: if unfinishedBytes > 0 { fail(.noMemory) }
        case .gateTimedOut: if case .gated = phase { refuseEntry(id: .null) }
        case .vanished: vanish()
        // After the end of the input, all that was read is still answered.
        case .drained: if !decoder.isComplete || phase.isGated { drain() }
        case .cancelledAll: cancelAll()
        case .notified(let text, let ticket): notify(text, about: ticket)
        case .parsed(let message, let length, let attempt):
            isWorking = false
            work = take(parsed: message, length: length, attempt)
        case .performed(let request, let destination, let outcome):
            isWorking = false
            finish(request, for: destination, outcome)
        case .decided(let error): admit(unless: error)
        case .ended(let ticket, let outcome):
            send(calls.finish(ticket, with: outcome))
            effects.ended = ticket
        }
        // No call starts while the client does not read: each could have a large result. Calls that
        // start make places for messages, so they come first.
        while calls.isWaiting, mayStart {
            if shortage.contains(.output), calls.isNextLarge || calls.batchedBytes > 0 {
                // Running calls will end; other clients need never read.
                guard shortage.contains(.unread) else { break }
                send(calls.refuseNext(.noMemory))
            } else if let call = calls.nextToRun() {
                effects.started.append(call)
            } else {
                break
            }
        }
        guard !isWorking else { return nil }
        if work == nil { work = nextWork() }
        isWorking = work != nil
        return work
    }

    /// What must be done about the tasks of calls; nil for nothing.
    package mutating func takeEffects() -> Effects? {
        guard !effects.isEmpty else { return nil }
        defer { effects = Effects() }
        return effects
    }
}

/// What the transport learns.
extension ConnectionState {
    /// What the transport must do, after an event of its own.
    package mutating func nextStep() -> ConnectionStep {
        let needs = needs
        notice.record(needs.subtracting(.write))
        return ConnectionStep(output.take(), needs, unfinishedBytes: decoder.pending)
    }

    /// Whether the transport must be signalled, after any other event.
    package mutating func needsSignal() -> Bool {
        notice.isNeeded(for: needs)
    }

    private var needs: TransportNotice.Needs {
        var needs: TransportNotice.Needs = []
        if output.isReady { needs.insert(.write) }
        if isDone, !output.isBeingWritten { needs.insert(.close) }
        if isExiting { needs.insert(.end) }
        if wantsInput {
            needs.insert(.read)
            // Frames may also be held back because the server is busy, which is not the client's
            // fault.
            if !isWorking, decoder.isMidFrame { needs.insert(.time) }
        }
        return needs
    }

    /// Whether nothing more will be answered, and no ``Work`` is under way.
    var isDone: Bool {
        switch phase {
        case .gated, .deciding, .open, .shuttingDown: false
        case .draining, .cancelling: calls.isEmpty && backlog.isEmpty && !isWorking
        case .refused, .closed: !isWorking
        }
    }

    /// Whether the client's `exit` has been read, even if earlier requests must be taken in first.
    package var isExiting: Bool {
        exitStatus != nil || backlog.hasExit
    }

    private var wantsInput: Bool {
        canRead && !decoder.isComplete && !isBehind
            && !(shortage.contains(.input) && inputBytes > MemoryBudget.allowance)
    }

    /// Whether earlier input is still being taken in: a client that sends faster than that would
    /// fill the memory.
    private var isBehind: Bool {
        isWorking && decoder.pending >= limits.inputHighWater
    }

    /// Whether another message may be read. A message without a place goes into the backlog, so
    /// that cancellations are seen. Since each of them is answered, too, a client that leaves very
    /// much unread is not read from.
    private var canRead: Bool {
        phase.isReading && backlog.size < limits.inputHighWater && !backlog.hasExit
            && output.pending < limits.outputHighWater + limits.maximumResultBytes
    }

    /// Whether there is a place for another request.
    private var hasPlace: Bool {
        if calls.hasRoom, mayStart { return true }
        if case .cancelling = phase { return true }
        return false
    }

    /// Whether the client reads its responses fast enough for more calls to start.
    private var clientKeepsUp: Bool {
        output.pending < limits.outputHighWater
    }

    /// Whether another call may start.
    private var mayStart: Bool {
        guard clientKeepsUp else { return false }
        // Without the other calls of its batch, a result cannot be sent, and its memory stays in
        // use.
        return shortage.isDisjoint(with: .output) || calls.batchedBytes > 0
            || unreadBytes + calls.expectedBytes <= MemoryBudget.allowance
    }
}

/// What the connection holds of the ``MemoryBudget``.
extension ConnectionState {
    /// Whether ``memoryShare`` is empty. Nearly every event asks: the share itself would cost a
    /// cached result a tenth of its instructions.
    package var holdsLittle: Bool {
        shortage.isEmpty
            && inputBytes + unreadBytes + calls.expectedBytes <= MemoryBudget.allowance
    }

    /// In steps, so that the budget need not hear of every byte.
    package var memoryShare: MemoryLedger.Share {
        var share = MemoryLedger.Share()
        let (input, unread, expected) = (inputBytes, unreadBytes, calls.expectedBytes)
        if input > MemoryBudget.allowance {
            share.input = Self.inSteps(input)
            share.unfinished = min(share.input, Self.inSteps(unfinishedBytes))
        }
        if unread + expected > MemoryBudget.allowance {
            share.unread = Self.inSteps(unread)
            share.expected = Self.inSteps(expected)
        }
        share.isHeldBack = !shortage.isEmpty && calls.isWaiting
        return share
    }

    private var inputBytes: Int {
        decoder.pending + backlog.size + calls.requestBytes
    }

    private var unreadBytes: Int {
        output.pending + calls.batchedBytes
    }

    /// The part of a frame that has arrived, if it is long and the rest must come from the client.
    private var unfinishedBytes: Int {
        let isUnfinished =
            decoder.pending > MemoryBudget.allowance && !isWorking && canRead && decoder.isMidFrame
        return isUnfinished ? decoder.pending : 0
    }

    private static func inSteps(_ bytes: Int) -> Int {
        let step = MemoryBudget.allowance
        return (bytes + step - 1) / step * step
    }
}

/// From messages to responses.
extension ConnectionState {
    /// What is done next outside of the lock; nil if nothing can be done now.
    private mutating func nextWork() -> Work? {
        while true {
            if let batch, batch.next < batch.members.count {
                self.batch?.next += 1
                let destination = CallTable.Destination.batch(
                    number: batch.number, member: batch.next)
                let work = take(
                    batch.members[batch.next], for: destination, wasKept: batch.wasKept)
                if let work { return work }
            } else if batch != nil {
                batch = nil
            } else if hasPlace, let message = backlog.next() {
                if let work = take(message, wasKept: true) { return work }
            } else if canRead {
                do throws(FramingError) {
                    if let text = try decoder.next() {
                        let isNext = hasPlace && backlog.isEmpty && !phase.isGated
                        return .parse(text, triesImmediate: isNext)
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

    private mutating func take(
        parsed message: IncomingMessage, length: Int, _ attempt: Event.Attempt
    ) -> Work? {
        if phase.isOver { return nil }
        if backlog.isEmpty && hasPlace || dialect.isCancellation(message) {
            return take(message, wasKept: false, attempt)
        }
        backlog.append(message, length: length, isExit: dialect.isExit(message))
        return nil
    }

    private mutating func take(
        _ message: IncomingMessage, wasKept: Bool, _ attempt: Event.Attempt = .notTried
    ) -> Work? {
        if case .gated = phase { return takeFirst(message) }
        switch message {
        case .single(let envelope):
            return take(envelope, for: .alone, wasKept: wasKept, attempt)
        case .batch(let members):
            let number = calls.openBatch(count: members.count)
            batch = OpenBatch(number: number, members: members, wasKept: wasKept)
        case .emptyBatch:
            refuse(.invalidRequest("A batch must have at least one member."))
        case .tooLongBatch(let maximum):
            refuse(.invalidRequest("A batch has at most \(maximum) members; send several."))
        case .malformed(let error): refuse(RPCError(error))
        }
        return nil
    }

    private mutating func take(
        _ envelope: IncomingMessage.Envelope, for destination: CallTable.Destination,
        wasKept: Bool, _ attempt: Event.Attempt = .notTried
    ) -> Work? {
        switch decide(envelope, for: destination) {
        case .settle(let response): reply(response, for: destination)
        case .perform(let request):
            if case .cancelling = phase {
                reply(to: request, .failure(.cancelled), for: destination)
                return nil
            }
            switch attempt {
            case .notTried: return .perform(request, destination, triesImmediate: true)
            case .failed: return .perform(request, destination, triesImmediate: false)
            case .result(let result):
                reply(to: request, .success(result), for: destination)
            }
        case .cancel(let id):
            cancel(id, wasKept: wasKept)
            reply(nil, for: destination)
        case .exit:
            exitStatus = exitStatus ?? (phase.isShutDown ? 0 : 1)
            drain()
            // Everything in it arrived later.
            backlog.removeAll()
            reply(nil, for: destination)
        }
        return nil
    }

    /// Settles a call that was answered at once, or accepts it to be answered by a task.
    private mutating func finish(
        _ request: RPCRequest, for destination: CallTable.Destination, _ outcome: Event.Performed
    ) {
        switch outcome {
        case .answered(let outcome):
            reply(to: request, outcome, for: destination)
        case .needsTask(let largestResult):
            switch phase {
            case .refused, .closed: return
            case .cancelling: reply(to: request, .failure(.cancelled), for: destination)
            case .gated, .deciding, .open, .shuttingDown, .draining:
                calls.accept(request, for: destination, largestResult: largestResult)
            }
        }
    }

    /// Settles the request with that id, wherever it is.
    ///
    /// - Parameter wasKept: whether the cancellation was itself in the backlog, so that everything
    ///   still in the backlog arrived after it.
    private mutating func cancel(_ id: RequestID, wasKept: Bool) {
        if calls.isTaken(id, for: .alone) {
            let (reply, handler) = calls.cancel(
                id, answer: dialect.answersCancelled ? .cancelled : nil)
            send(reply)
            if let handler { effects.cancelled.append(handler) }
        } else if !wasKept, backlog.cancel(id, exempt: dialect.shutdown) {
            reply(cancellation(of: id))
        }
    }

    private mutating func notify(_ text: [UInt8], about ticket: CallTable.Ticket?) {
        guard !phase.isGated, !phase.isOver, !isDone, decoder.framing != .automatic else { return }
        // For a client that does not read, notifications would fill the memory. Those about a call
        // also give way to responses.
        if notificationBytes >= limits.outputHighWater { return }
        if let ticket, !clientKeepsUp || !calls.isWaiting(ticket) { return }
        notificationBytes += text.count
        output.append(text, framing: decoder.framing)
    }

    private mutating func refuse(_ error: RPCError) {
        reply(RPCResponse(id: .null, error: error))
    }

    private mutating func reply(
        to request: RPCRequest, _ outcome: Result<[UInt8], RPCError>,
        for destination: CallTable.Destination
    ) {
        reply(request.id.map { RPCResponse(id: $0, outcome) }, for: destination)
    }

    private mutating func reply(
        _ response: RPCResponse?, for destination: CallTable.Destination = .alone
    ) {
        if phase.isOver { return }
        send(calls.settle(response, for: destination))
    }

    private mutating func send(_ reply: CallTable.Reply) {
        output.append(reply, framing: decoder.framing)
    }
}

/// The gate.
extension ConnectionState {
    /// Handles the first message of a connection with a gate: it must be a request of its method.
    private mutating func takeFirst(_ message: IncomingMessage) -> Work? {
        guard case .single(.call(let request)) = message, let id = request.id,
            request.calls(gate?.method)
        else {
            refuseEntry(id: message.id)
            return nil
        }
        phase = .deciding
        entrant = id
        return .decide(request)
    }

    /// Handles the decision about the first request: an error, or nil if the client has passed.
    private mutating func admit(unless error: RPCError?) {
        guard phase.isDeciding, let id = entrant else { return }
        entrant = nil
        isWorking = false
        if let error {
            reply(RPCResponse(id: id, error: error))
            phase = .refused
            decoder.discard()
        } else {
            phase = .open
            decoder.maximumMessageBytes = limits.maximumMessageBytes
            reply(RPCResponse(id: id, .success(Array("{}".utf8))))
        }
    }

    /// Answers the first message with the gate's error and ends the connection.
    private mutating func refuseEntry(id: RequestID) {
        if let gate { reply(RPCResponse(id: id, error: gate.refusal)) }
        drain()
    }
}

/// The ends of a connection.
extension ConnectionState {
    /// Reads no more. Messages that were read are still answered; a decision about a client is not
    /// waited for.
    private mutating func drain() {
        decoder.discard()
        switch phase {
        case .gated: phase = .refused
        case .deciding: admit(unless: .cancelled)
        case .open: phase = .draining(afterShutdown: false)
        case .shuttingDown: phase = .draining(afterShutdown: true)
        case .draining, .cancelling, .refused, .closed: break
        }
    }

    /// Handles `shutdown`.
    mutating func shutDown() {
        switch phase {
        case .open: phase = .shuttingDown
        case .draining: phase = .draining(afterShutdown: true)
        case .cancelling: phase = .cancelling(afterShutdown: true)
        case .gated, .deciding, .shuttingDown, .refused, .closed: break
        }
    }

    /// Ends the input and answers all accepted requests with ``RPCError/cancelled``.
    private mutating func cancelAll() {
        drain()
        guard case .draining(let afterShutdown) = phase else { return }
        phase = .cancelling(afterShutdown: afterShutdown)
        let (replies, handlers) = calls.cancelAll()
        for reply in replies {
            send(reply)
        }
        effects.cancelled += handlers
    }

    /// Drops everything, because the client has disconnected.
    private mutating func vanish() {
        if phase.isDeciding { isWorking = false }
        phase = phase.isGated ? .refused : .closed
        output.removeAll()
        backlog.removeAll()
        decoder.discard()
        batch = nil
        effects.cancelled += calls.close()
    }

    /// Ends the input because it cannot be cut into messages any further.
    private mutating func fail(_ error: FramingError) {
        if case .gated = phase, case .bodyTooLarge = error { return refuseEntry(id: .null) }
        if error != .httpRequest { refuse(RPCError(error)) }
        drain()
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
