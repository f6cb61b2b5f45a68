/// The mutable state of a connection, protected by one lock.
struct ConnectionCore: Sendable {
    let limits: ConnectionLimits
    var state: ConnectionState
    var decoder: FrameDecoder
    var output = OutputBuffer()
    var backlog = Backlog()
    var tasks: [Ticket: Task<Void, Never>] = [:]
    var waiters: [CheckedContinuation<Void, Never>] = []

    /// The gate that the client has not passed yet.
    private(set) var gate: ConnectionGate?

    /// Delays the decision of the gate. No message is taken in meanwhile.
    var gateTask: Task<Void, Never>?

    /// Whether a thread is taking messages in. Only one thread does, outside of the lock.
    private var isTakingIn = false

    private var inputHasEnded = false
    private var hasSignalled = false
    private var isPauseKnown = false
    private var isCloseKnown = false

    init(
        limits: ConnectionLimits, framing: Framing, dialect: ConnectionDialect,
        gate: ConnectionGate?
    ) {
        self.limits = limits
        self.gate = gate
        state = ConnectionState(limits, dialect: dialect)
        decoder = FrameDecoder(framing: framing, limits: limits)
        if gate != nil {
            decoder.maximumMessageBytes = min(
                limits.maximumMessageBytes, limits.maximumGatedMessageBytes)
        }
    }

    var wantsInput: Bool {
        !state.hasEnded && !inputHasEnded && canTakeIn && !isBehind
    }

    /// Whether another thread is still taking in earlier input: a client that sends faster than
    /// that would fill the memory.
    private var isBehind: Bool {
        isTakingIn && decoder.pending >= limits.inputHighWater
    }

    /// Whether another message may be read. A message without a place goes into the backlog, so
    /// that cancellations are always seen.
    private var canTakeIn: Bool {
        !state.hasEnded && gateTask == nil && backlog.size < limits.inputHighWater
            && !backlog.hasExit
    }

    /// Whether there is a place for another request.
    private var hasPlace: Bool {
        state.calls.hasRoom && clientKeepsUp || state.calls.isCancelled
    }

    /// Whether the client reads its responses fast enough for more calls to start.
    var clientKeepsUp: Bool {
        output.pending < limits.outputHighWater
    }

    /// Whether part of a frame has arrived and the rest must come from the client.
    var isMidFrame: Bool {
        // Frames may also be held back because the server is busy, which is not the client's fault.
        !isTakingIn && wantsInput && decoder.isMidFrame
    }

    var isReadyToClose: Bool {
        state.isDone && backlog.isEmpty && !isTakingIn && gateTask == nil
    }

    /// Whether the calling thread is the one to take messages in.
    mutating func beginTakingIn() -> Bool {
        defer { isTakingIn = true }
        return !isTakingIn
    }

    /// The next message to take in, or nil if there is none for now.
    mutating func nextMessage() -> NextMessage? {
        let hasPlace = hasPlace
        if hasPlace, let message = backlog.next() { return .kept(message) }
        if canTakeIn {
            do throws(FramingError) {
                if let text = try decoder.next() {
                    return .text(text, hasPlace: hasPlace)
                }
                if inputHasEnded { state.end() }
            } catch {
                fail(error)
            }
        }
        isTakingIn = false
        return nil
    }

    /// Keeps a message until it has a place.
    mutating func keep(_ message: IncomingMessage, length: Int) {
        guard !state.calls.isClosed else { return }
        backlog.append(message, length: length, isExit: state.dialect.isExit(message))
    }

    /// Settles the request with that id, wherever it is.
    ///
    /// - Parameter wasKept: whether the cancellation was itself in the backlog, so that everything
    ///   still in the backlog arrived after it.
    /// - Returns: the task to cancel outside of the lock.
    mutating func cancel(_ id: RequestID, wasKept: Bool) -> Task<Void, Never>? {
        guard state.calls.isTaken(id, for: .alone) else {
            if !wasKept, backlog.cancel(id, exempt: state.dialect.shutdown) {
                reply(state.cancellation(of: id))
            }
            return nil
        }
        let error: RPCError? = state.dialect.answersCancelled ? .cancelled : nil
        let (reply, handler) = state.calls.cancel(id, answer: error)
        send(reply)
        return handler.flatMap { tasks[$0] }
    }

    mutating func inputEnded() {
        inputHasEnded = true
        decoder.finish()
    }

    /// Ends the input for good. Accepted requests are still answered.
    mutating func end() {
        state.end()
        decoder.discard()
    }

    /// Ends the input because it cannot be cut into messages any further.
    mutating func fail(_ error: FramingError) {
        if error != .httpRequest {
            reply(RPCResponse(id: .null, error: rpcError(for: error)))
        }
        end()
    }

    private func rpcError(for error: FramingError) -> RPCError {
        if let gate, case .bodyTooLarge = error { return gate.refusal }
        return RPCError(error)
    }

    /// Accepts messages of full length from now on.
    mutating func openGate() {
        gate = nil
        decoder.maximumMessageBytes = limits.maximumMessageBytes
    }

    mutating func reply(_ response: RPCResponse?, for destination: Destination = .alone) {
        send(state.calls.settle(response, for: destination))
    }

    mutating func send(_ reply: RPCReply) {
        output.append(reply, framing: decoder.framing)
    }

    /// Ends the input and answers all accepted requests with ``RPCError/cancelled``.
    ///
    /// - Returns: the tasks to cancel outside of the lock.
    mutating func cancelAll() -> [Task<Void, Never>] {
        end()
        let (replies, handlers) = state.calls.cancelAll()
        replies.forEach { send($0) }
        return handlers.compactMap { tasks[$0] }
    }

    /// Drops everything, because the client has disconnected.
    ///
    /// - Returns: the tasks to cancel outside of the lock.
    mutating func vanish() -> [Task<Void, Never>] {
        output.removeAll()
        backlog.removeAll()
        decoder.discard()
        state.end()
        return state.calls.close().compactMap { tasks[$0] } + (gateTask.map { [$0] } ?? [])
    }
}

/// What the transport and waiting tasks must learn.
extension ConnectionCore {
    mutating func takeOutput() -> (bytes: [UInt8], closes: Bool) {
        hasSignalled = false
        isCloseKnown = isReadyToClose
        return (output.take(), isCloseKnown)
    }

    mutating func askWantsInput() -> Bool {
        isPauseKnown = !wantsInput
        return wantsInput
    }

    /// Whether the transport must be signalled again.
    mutating func needsSignal() -> Bool {
        if isPauseKnown, wantsInput {
            isPauseKnown = false
            hasSignalled = true
            return true
        }
        let hasNews = !output.isEmpty || (isReadyToClose && !isCloseKnown)
        guard hasNews, !hasSignalled else { return false }
        hasSignalled = true
        return true
    }

    var isFinished: Bool {
        isReadyToClose && tasks.isEmpty
    }

    mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
        guard isFinished else { return [] }
        defer { waiters = [] }
        return waiters
    }
}
