import JSONCore
import JSONRPC
import Synchronization
import TestSupport

/// A client, and its server as played by the test.
final class ClientPeer: Sendable {
    private final class Wire: Sendable {
        let ring = Mutex<(@Sendable () -> Void)?>(nil)
        let notifications = Mutex<[JSONValue]>([])
    }

    private struct Reading {
        var decoder: FrameDecoder
        var hasClosed = false
    }

    let client: ClientConnection
    private let framing: Framing
    private let reads: Bool
    private let wire = Wire()
    private let reading: Mutex<Reading>
    private let messages: AsyncStream<JSONValue>
    private let continuation: AsyncStream<JSONValue>.Continuation

    /// - Parameter reads: whether the server reads the client's messages.
    init(
        framing: Framing = .lines, limits: ConnectionLimits = ConnectionLimits(),
        reads: Bool = true
    ) {
        let wire = wire
        self.framing = framing
        self.reads = reads
        reading = Mutex(Reading(decoder: FrameDecoder(framing: framing, limits: limits)))
        (messages, continuation) = AsyncStream.makeStream()
        client = ClientConnection(
            framing: framing, limits: limits,
            onNotification: { method, params in
                wire.notifications.withLock { $0.append([.string(method), params]) }
            },
            signal: { wire.ring.withLock(\.self)?() })
        if reads {
            wire.ring.withLock { $0 = { [weak self] in self?.read() } }
            read()
        }
    }

    /// The notifications that the client has passed on, as `[method, params]`.
    var notifications: [JSONValue] {
        wire.notifications.withLock(\.self)
    }

    /// Whether the client has ended the connection.
    var hasClosed: Bool {
        reading.withLock(\.hasClosed)
    }

    /// Waits for the client's next message; nil at the end.
    func next() async -> JSONValue? {
        await messages.first { _ in true }
    }

    /// Waits for a call of `count` messages, and returns their ids.
    func ids(_ count: Int = 1) async -> [JSONValue] {
        var ids: [JSONValue] = []
        while ids.count < count, let message = await next() { ids.append(message["id"] ?? .null) }
        return ids
    }

    /// Sends messages to the client.
    func say(_ messages: JSONValue...) {
        for message in messages { say(raw: message.text) }
    }

    /// Sends one message, which may be invalid.
    func say(raw text: String) {
        receive(framing.frame(text))
    }

    /// Sends bytes to the client.
    func receive(_ text: String) {
        take(client.receive(Array(text.utf8)))
    }

    /// Sends no more.
    func endInput() {
        take(client.inputEnded())
    }

    private func read() {
        take(client.nextStep())
    }

    private func take(_ first: ConnectionStep) {
        guard reads else { return }
        var step = first
        while note(step) { step = client.outputDrained(step.write.count) }
    }

    /// - Returns: whether the step has output.
    private func note(_ step: ConnectionStep) -> Bool {
        reading.withLock { reading in
            reading.decoder.append(step.write)
            while let text = try? reading.decoder.next() {
                if let message = try? JSONParser().parse(text) { continuation.yield(message) }
            }
            reading.hasClosed = reading.hasClosed || step.closes
            if step.closes { continuation.finish() }
        }
        return !step.write.isEmpty
    }
}
