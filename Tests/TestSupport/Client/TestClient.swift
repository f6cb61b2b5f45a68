package import JSONCore
package import JSONRPC

/// A client that sends whatever a test tells it to, and returns the messages that arrive.
package final class TestClient: Sendable {
    private let framing: Framing
    private let wire: any Wire
    private let inbox: Inbox

    init(_ framing: Framing, _ wire: any Wire, _ inbox: Inbox) {
        self.framing = framing
        self.wire = wire
        self.inbox = inbox
    }

    /// A client of a connection in memory, which ends with the client.
    package convenience init(_ service: TestService, framing: Framing = .lines) {
        let inbox = Inbox(framing)
        self.init(framing, MemoryWire(service, inbox), inbox)
    }

    package func send(_ messages: JSONValue...) {
        send(messages.map(\.text))
    }

    /// Sends messages, each in a separate frame, even if they are not JSON.
    package func send(_ messages: [String]) {
        wire.send(Array(messages.map(framing.frame).joined().utf8))
    }

    /// Waits for the next `count` messages; fewer if the server ends before, or the test's time does.
    package func receive(_ count: Int = 1) async -> [JSONValue] {
        await inbox.next(count)
    }

    /// Ends the input, and waits for all remaining messages.
    package func finish() async -> [JSONValue] {
        await wire.endInput()
        return await inbox.next(.max)
    }
}

/// Carries a client's bytes to the server.
protocol Wire: Sendable {
    func send(_ bytes: [UInt8])

    /// Tells the server that the input has ended.
    func endInput() async

    /// Ends the connection, and waits until it is released.
    func close() async throws
}

extension Wire {
    func withClient(
        _ framing: Framing, _ inbox: Inbox, _ body: @Sendable (TestClient) async throws -> Void
    ) async throws {
        do {
            try await body(TestClient(framing, self, inbox))
        } catch {
            try? await close()
            throw error
        }
        try await close()
    }
}
