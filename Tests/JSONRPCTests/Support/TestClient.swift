import JSONCore
import JSONRPC
import Synchronization

/// A client in memory: it feeds a connection with bytes, and collects what comes out.
final class TestClient: Sendable {
    private struct State {
        var rest: [UInt8] = []
        var messages: [JSONValue] = []
        var isClosed = false
        var taken = 0
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    /// What the connection signals to before the client is made.
    private final class Bell: Sendable {
        let ring = Mutex<(@Sendable () -> Void)?>(nil)
    }

    let connection: ServerConnection
    let framing: Framing
    private let state = Mutex(State())

    /// - Parameters:
    ///   - framing: what the client speaks, and expects.
    ///   - reads: whether it takes output; else the bytes are left to the test.
    init(
        _ registry: MethodRegistry = TestMethods.registry(), framing: Framing = .lines,
        serverFraming: Framing = .automatic, limits: ConnectionLimits = ConnectionLimits(),
        gate: ConnectionGate? = nil, reads: Bool = true
    ) {
        let bell = Bell()
        self.framing = framing
        connection = ServerConnection(
            registry: registry, limits: limits, framing: serverFraming, gate: gate,
            signal: { bell.ring.withLock(\.self)?() })
        if reads {
            bell.ring.withLock { $0 = { [weak self] in self?.takeOutput() } }
        }
    }

    /// Sends messages, each in a frame of its own, in pieces of `size` bytes or all at once.
    func send(_ messages: String..., inPiecesOf size: Int = .max) {
        send(raw: messages.map(frame).joined(), inPiecesOf: size)
    }

    func send(raw text: String, inPiecesOf size: Int = .max) {
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: max(min(size, bytes.count), 1)) {
            connection.receive(bytes[start..<min(bytes.count, start &+ min(size, bytes.count))])
        }
    }

    private func frame(_ message: String) -> String {
        framing == .headers
            ? "Content-Length: \(message.utf8.count)\r\n\r\n\(message)" : message + "\n"
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

    /// Sends no more, and waits for all that has not been received, until the connection closes.
    func finish() async -> [JSONValue] {
        connection.inputEnded()
        await connection.waitUntilFinished()
        return await receive(.max)
    }

    /// All that has come and not been received.
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
    func takeOutput() {
        let (written, woken) = state.withLock { state in
            let (bytes, closes) = connection.takeOutput()
            state.rest += bytes
            state.isClosed = state.isClosed || closes
            while let message = nextMessage(&state.rest) {
                state.messages.append(message)
            }
            let isWoken = { [state] (waiter: (count: Int, CheckedContinuation<Void, Never>)) in
                state.isClosed || state.messages.count >= waiter.count
            }
            let woken = state.waiters.filter(isWoken)
            state.waiters.removeAll(where: isWoken)
            return (bytes.count, woken)
        }
        for waiter in woken {
            waiter.continuation.resume()
        }
        if written > 0 { connection.outputDrained(written) }
    }

    /// Reads a frame as the plainest of clients does; what is no frame comes out as a string.
    private func nextMessage(_ bytes: inout [UInt8]) -> JSONValue? {
        var message: ArraySlice<UInt8>
        if framing == .headers {
            guard let colon = bytes.firstIndex(of: 0x20), let feed = bytes.firstIndex(of: 0x0A),
                bytes.count > feed + 2,
                let length = Int(String(decoding: bytes[(colon + 1)..<(feed - 1)], as: UTF8.self)),
                bytes.count >= feed + 3 + length
            else { return nil }
            guard bytes.starts(with: Array("Content-Length: \(length)\r\n\r\n".utf8)) else {
                return .string("not a frame")
            }
            message = bytes[(feed + 3)..<(feed + 3 + length)]
        } else {
            guard let feed = bytes.firstIndex(of: 0x0A) else { return nil }
            message = bytes[..<feed]
        }
        let value = try? JSONParser().parse(message)
        let text = String(decoding: message, as: UTF8.self)
        bytes.removeFirst(message.endIndex + (framing == .headers ? 0 : 1))
        return value ?? .string("not JSON: \(text)")
    }
}
