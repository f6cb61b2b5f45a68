import JSONCore
import JSONRPC
import Synchronization

/// A client, and the server's side of it as a test plays it.
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
    private let wire = Wire()
    private let reading: Mutex<Reading>
    private let messages: AsyncStream<JSONValue>
    private let continuation: AsyncStream<JSONValue>.Continuation

    /// - Parameter reads: whether the server reads what the client sends.
    init(
        framing: Framing = .lines, limits: ConnectionLimits = ConnectionLimits(),
        reads: Bool = true
    ) {
        let wire = wire
        self.framing = framing
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
        }
    }

    /// What the client has passed on, as `[method, params]`.
    var notifications: [JSONValue] {
        wire.notifications.withLock(\.self)
    }

    /// Whether the client has ended the connection.
    var hasClosed: Bool {
        reading.withLock(\.hasClosed)
    }

    /// Waits for the next message of the client; nil at the end.
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

    /// Sends one message that may not be JSON.
    func say(raw text: String) {
        client.receive(
            Array(
                (framing == .headers
                    ? "Content-Length: \(text.utf8.count)\r\n\r\n\(text)" : text + "\n").utf8))
    }

    private func read() {
        reading.withLock { reading in
            let (bytes, closes) = client.takeOutput()
            client.outputDrained(bytes.count)
            reading.decoder.append(bytes)
            while let text = try? reading.decoder.next() {
                if let message = try? JSONParser().parse(text) { continuation.yield(message) }
            }
            reading.hasClosed = closes
            if closes { continuation.finish() }
        }
    }
}
