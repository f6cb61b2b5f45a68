import JSONRPC
import Synchronization

/// A connection that is fed in memory.
final class MemoryWire: Wire {
    /// What the connection signals to before the wire is made.
    private final class Bell: Sendable {
        let ring = Mutex<(@Sendable () -> Void)?>(nil)
    }

    let connection: ServerConnection
    private let inbox: Inbox
    /// Output is taken by one thread at a time, so that it stays in order.
    private let turn = Mutex(())

    init(_ service: TestService, _ inbox: Inbox) {
        let bell = Bell()
        self.inbox = inbox
        connection = ServerConnection(
            registry: service.methods, limits: service.limits, framing: service.framing,
            dialect: service.dialect, isStdio: true, signal: { bell.ring.withLock(\.self)?() })
        bell.ring.withLock { $0 = { [weak self] in self?.takeOutput() } }
    }

    func send(_ bytes: [UInt8]) {
        connection.receive(bytes)
    }

    func endInput() {
        connection.inputEnded()
    }

    func close() async throws {
        connection.peerVanished()
        await connection.waitUntilFinished()
    }

    private func takeOutput() {
        let count = turn.withLock { _ in
            let (bytes, closes) = connection.takeOutput()
            inbox.take(bytes, closes: closes)
            return bytes.count
        }
        if count > 0 { connection.outputDrained(count) }
    }
}
