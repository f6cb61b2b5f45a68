/// All that changes about a connection, for one lock.
struct ConnectionCore: Sendable {
    let limits: ConnectionLimits
    var state: ConnectionState
    var decoder: FrameDecoder
    var output = OutputBuffer()
    var tasks: [Ticket: Task<Void, Never>] = [:]
    var waiters: [CheckedContinuation<Void, Never>] = []

    /// Whether the client has yet to show its secret.
    var isGated: Bool

    /// Waits to look at the secret that the client has shown; nothing more is taken in meanwhile.
    var gateTask: Task<Void, Never>?

    /// Whether a thread is taking messages in: one at a time does, outside of the lock.
    private var isTakingIn = false

    private var inputHasEnded = false
    private var hasSignalled = false
    private var isPauseKnown = false
    private var isCloseKnown = false

    init(
        limits: ConnectionLimits, framing: Framing, dialect: ConnectionDialect, isGated: Bool
    ) {
        self.limits = limits
        self.isGated = isGated
        state = ConnectionState(maximumInFlight: limits.maximumInFlight, dialect: dialect)
        decoder = FrameDecoder(framing: framing, limits: limits)
        if isGated {
            decoder.maximumMessageBytes = min(
                limits.maximumMessageBytes, limits.maximumMessageBytesBeforeSecret)
        }
    }

    var wantsInput: Bool {
        !state.hasEnded && !inputHasEnded && canTakeIn && !isBehind
    }

    /// Whether another thread is still taking in what has come: a client that sends faster than
    /// that would fill the memory.
    private var isBehind: Bool {
        isTakingIn && decoder.pending >= limits.inputHighWater
    }

    private var canTakeIn: Bool {
        !state.hasEnded && gateTask == nil && state.calls.hasRoom && isRead
    }

    /// Whether the client takes its answers fast enough for more of them to be made.
    var isRead: Bool {
        output.pending < limits.outputHighWater
    }

    /// Whether the client has begun a frame and owes the rest of it.
    var isMidFrame: Bool {
        // Frames may also be kept back because the server is busy, which the client cannot help.
        !isTakingIn && wantsInput && decoder.isMidFrame
    }

    var isReadyToClose: Bool {
        state.isDone && !isTakingIn && gateTask == nil
    }

    /// Whether the calling thread is the one to take messages in.
    mutating func beginTakingIn() -> Bool {
        defer { isTakingIn = true }
        return !isTakingIn
    }

    /// The next message to take in; nil if that is over for now.
    mutating func nextMessage() -> [UInt8]? {
        if canTakeIn {
            do throws(FramingError) {
                if let message = try decoder.next() { return message }
                if inputHasEnded { state.end() }
            } catch {
                fail(error)
            }
        }
        isTakingIn = false
        return nil
    }

    mutating func inputEnded() {
        inputHasEnded = true
        decoder.finish()
    }

    /// Ends the input for good; what was accepted is still answered.
    mutating func end() {
        state.end()
        decoder.discard()
    }

    /// Ends the input because it cannot be cut into messages any further.
    mutating func fail(_ error: FramingError) {
        if error != .httpRequest {
            reply(RPCResponse(id: .null, error: isGated ? Self.gateError(error) : RPCError(error)))
        }
        end()
    }

    private static func gateError(_ error: FramingError) -> RPCError {
        if case .bodyTooLarge = error { return .secretExpected }
        return RPCError(error)
    }

    /// Opens the gate to messages of full length.
    mutating func openGate() {
        isGated = false
        decoder.maximumMessageBytes = limits.maximumMessageBytes
    }

    mutating func reply(_ response: RPCResponse?, for destination: Destination = .alone) {
        send(state.calls.settle(response, for: destination))
    }

    mutating func send(_ reply: RPCReply) {
        output.append(reply, framing: decoder.framing)
    }

    /// Ends the input, and answers what was accepted with ``RPCError/cancelled``.
    ///
    /// - Returns: the tasks to cancel, which must not be done inside of the lock.
    mutating func cancelAll() -> [Task<Void, Never>] {
        end()
        let (replies, handlers) = state.calls.cancelAll()
        replies.forEach { send($0) }
        return handlers.compactMap { tasks[$0] }
    }

    /// Nobody reads any longer.
    ///
    /// - Returns: the tasks to cancel, which must not be done inside of the lock.
    mutating func vanish() -> [Task<Void, Never>] {
        output.removeAll()
        decoder.discard()
        state.end()
        return state.calls.close().compactMap { tasks[$0] } + (gateTask.map { [$0] } ?? [])
    }
}

/// What the transport and others have to be told.
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

    /// Whether the transport has to look again, beyond what it was told.
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
