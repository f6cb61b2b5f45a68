import JSONCore
import JSONRPC
import Synchronization

/// The messages that a client has received.
final class Inbox: Sendable {
    private let decoder: Mutex<PlainDecoder>
    private let messages: AsyncStream<JSONValue>
    private let continuation: AsyncStream<JSONValue>.Continuation

    init(_ framing: Framing) {
        decoder = Mutex(PlainDecoder(framing))
        (messages, continuation) = AsyncStream.makeStream()
    }

    /// Takes output of the server.
    ///
    /// - Parameter closes: whether it was the last output.
    func take(_ bytes: some Sequence<UInt8>, closes: Bool) {
        decoder.withLock { decoder in
            decoder.append(bytes)
            while let message = decoder.next() { continuation.yield(message) }
            guard closes else { return }
            if let end = decoder.end { continuation.yield(end) }
            continuation.finish()
        }
    }

    /// Waits for the next `count` messages; fewer if the server ends before, or the test's time does.
    func next(_ count: Int) async -> [JSONValue] {
        var taken: [JSONValue] = []
        while taken.count < count, let message = await messages.first(where: { _ in true }) {
            taken.append(message)
        }
        return taken
    }
}
