import JSONRPC

/// A connection in memory, and a task that does the work of a transport.
final class MemoryWire: Wire {
    private enum Event: Sendable {
        case signalled
        case sent([UInt8])
        case ended
    }

    let connection: ServerConnection
    private let events: AsyncStream<Event>.Continuation
    private let task: Task<Void, Never>

    init(_ service: TestService, _ inbox: Inbox) {
        let (stream, events) = AsyncStream.makeStream(of: Event.self)
        let connection = ServerConnection(
            registry: service.methods, limits: service.limits, framing: service.framing,
            dialect: service.dialect, isStdio: true, signal: { events.yield(.signalled) })
        self.connection = connection
        self.events = events
        task = Task {
            for await event in stream {
                var step =
                    switch event {
                    case .signalled: connection.nextStep()
                    case .sent(let bytes): connection.receive(bytes)
                    case .ended: connection.inputEnded()
                    }
                inbox.take(step.write, closes: step.closes)
                while !step.write.isEmpty {
                    step = connection.outputDrained(step.write.count)
                    inbox.take(step.write, closes: step.closes)
                }
            }
        }
        events.yield(.signalled)
    }

    deinit {
        events.finish()
    }

    func send(_ bytes: [UInt8]) {
        events.yield(.sent(bytes))
    }

    func endInput() async {
        events.yield(.ended)
        await connection.waitUntilFinished()
    }

    func close() async throws {
        events.finish()
        await task.value
        connection.peerVanished()
        await connection.waitUntilFinished()
    }
}
