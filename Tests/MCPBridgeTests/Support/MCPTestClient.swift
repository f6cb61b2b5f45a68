import ExplorerRPC
import JSONCore
import JSONRPC

@testable import MCPBridge

/// A client in memory: it sends messages to a connection of the service, and reads what comes.
actor MCPTestClient {
    private let connection: ServerConnection
    private let signals: AsyncStream<Void>
    private var received: [JSONValue] = []
    private var isClosed = false

    init(
        _ services: Services = TestMethods.services(), offersSignIn: Bool = false,
        isAnonymous: Bool = true
    ) {
        let service = MCPService(
            services: services, offersSignIn: offersSignIn, isAnonymous: { isAnonymous },
            incident: { _ in "test" })
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        self.signals = signals
        connection = ServerConnection(
            registry: service.registry, framing: .lines, dialect: .modelContextProtocol,
            isStdio: true, signal: { continuation.yield() })
    }

    func send(_ messages: JSONValue...) {
        for message in messages {
            take(connection.receive(message.bytes + [UInt8(ascii: "\n")]))
        }
    }

    /// The next message; nil when the connection has closed, or past the test's time limit.
    func receive() async -> JSONValue? {
        while received.isEmpty {
            take(connection.nextStep())
            if !received.isEmpty { break }
            // In a cancelled task, the signals end at once.
            if isClosed || Task.isCancelled { return nil }
            for await _ in signals { break }
        }
        return received.removeFirst()
    }

    private func take(_ first: ConnectionStep) {
        var step = first
        while true {
            isClosed = isClosed || step.closes
            guard !step.write.isEmpty else { return }
            received += step.write.split(separator: UInt8(ascii: "\n")).map { line in
                (try? JSONParser().parse(line)) ?? .string("not JSON")
            }
            step = connection.outputDrained(step.write.count)
        }
    }

    /// Sends one request and waits for its answer.
    func call(_ method: String, _ params: JSONValue) async -> JSONValue {
        send(MCPMessages.request(1, method, params))
        return await receive() ?? .null
    }

    /// Sends no more, and reads what still comes until the connection closes.
    func finish() async -> [JSONValue] {
        take(connection.inputEnded())
        await connection.waitUntilFinished()
        var rest: [JSONValue] = []
        while let message = await receive() { rest.append(message) }
        return rest
    }
}
