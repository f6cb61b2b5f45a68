import JSONCore
import JSONRPC
import Synchronization
import TestSupport

/// A client in memory for tests of a connection: it takes each step at once, and shows it.
final class SteppedClient: Sendable {
    private struct State {
        /// Whether output is read as it arrives.
        var reads: Bool
        var step = ConnectionStep.start
        var output: [UInt8] = []
        var decoder: PlainDecoder
        /// Output that the client has not reported as written.
        var undrained = 0
        var messages: [JSONValue] = []
        var isClosed = false
        var taken = 0
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    /// Receives the connection's signals before the client is made.
    private final class Bell: Sendable {
        let ring = Mutex<(@Sendable () -> Void)?>(nil)
    }

    let connection: ServerConnection
    let framing: Framing
    private let state: Mutex<State>

    /// - Parameters:
    ///   - framing: the client's framing in both directions.
    ///   - reads: whether it reads output immediately; otherwise only after ``read()``.
    init(
        _ registry: MethodRegistry = TestMethods.registry(), framing: Framing = .lines,
        serverFraming: Framing = .automatic, limits: ConnectionLimits = ConnectionLimits(),
        gate: ConnectionGate? = nil, executor: (any TaskExecutor)? = nil,
        memory: MemoryBudget? = nil, reads: Bool = true
    ) {
        let bell = Bell()
        self.framing = framing
        state = Mutex(State(reads: reads, decoder: PlainDecoder(framing)))
        connection = ServerConnection(
            registry: registry, limits: limits, framing: serverFraming, gate: gate,
            executor: executor, memory: memory, signal: { bell.ring.withLock(\.self)?() })
        bell.ring.withLock { $0 = { [weak self] in self?.look() } }
        look()
    }

    /// Sends messages in separate frames, in pieces of `size` bytes or all at once.
    func send(_ messages: String..., inPiecesOf size: Int = .max) {
        send(raw: messages.map(framing.frame).joined(), inPiecesOf: size)
    }

    func send(raw text: String, inPiecesOf size: Int = .max) {
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: max(min(size, bytes.count), 1)) {
            take(
                connection.receive(bytes[start..<min(bytes.count, start &+ min(size, bytes.count))])
            )
        }
    }

    /// Sends no more.
    func endInput() {
        take(connection.inputEnded())
    }

    /// The time limit for an unfinished frame has passed.
    func timeOutFrame() {
        take(connection.frameTimedOut())
    }

    var wantsInput: Bool {
        look()
        return state.withLock(\.step.wantsInput)
    }

    var isMidFrame: Bool {
        look()
        return state.withLock(\.step.isMidFrame)
    }

    /// Waits for the next `count` messages; fewer if the connection closes before.
    func receive(_ count: Int = 1) async -> [JSONValue] {
        await wait(forMessages: count)
        return state.withLock { state in
            let messages = Array(state.messages.dropFirst(state.taken).prefix(count))
            state.taken += messages.count
            return messages
        }
    }

    /// Ends the input, and waits for all messages not yet received, until the connection closes.
    func finish() async -> [JSONValue] {
        endInput()
        await connection.waitUntilFinished()
        return await receive(.max)
    }

    /// All messages that have arrived and have not been received.
    var waiting: [JSONValue] {
        state.withLock { Array($0.messages.dropFirst($0.taken)) }
    }

    var isClosed: Bool {
        state.withLock(\.isClosed)
    }

    private func wait(forMessages count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                let wanted = count == .max ? .max : state.taken + count
                if state.isClosed || state.messages.count >= wanted { return true }
                state.waiters.append((wanted, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Does what a transport does when it is signalled.
    func look() {
        take(connection.nextStep())
    }

    /// Reads from now on.
    func read() {
        let undrained = state.withLock { state in
            state.reads = true
            return state.undrained
        }
        take(connection.outputDrained(undrained))
    }

    /// All messages that have arrived.
    var output: String {
        state.withLock { String(decoding: $0.output, as: UTF8.self) }
    }

    /// Does what a transport does: takes the output, and reports it as written if this client reads.
    private func take(_ first: ConnectionStep) {
        var step = first
        while let written = note(step) { step = connection.outputDrained(written) }
    }

    /// - Returns: how many bytes have been written, or nil for none.
    private func note(_ step: ConnectionStep) -> Int? {
        let (written, woken) = state.withLock { state in
            state.step = step
            state.output += step.write
            state.decoder.append(step.write)
            state.undrained += step.write.count
            if state.reads {
                while let message = state.decoder.next() { state.messages.append(message) }
            }
            state.isClosed = state.isClosed || step.closes
            let isWoken = { [state] (waiter: (count: Int, CheckedContinuation<Void, Never>)) in
                state.isClosed || state.messages.count >= waiter.count
            }
            let woken = state.waiters.filter(isWoken)
            state.waiters.removeAll(where: isWoken)
            guard state.reads, !step.write.isEmpty else { return (nil as Int?, woken) }
            state.undrained = 0
            return (step.write.count, woken)
        }
        for waiter in woken {
            waiter.continuation.resume()
        }
        return written
    }
}
