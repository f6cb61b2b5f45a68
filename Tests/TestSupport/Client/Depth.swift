import JSONCore
package import JSONRPC
import Synchronization
import Transports

/// How much of a server a test covers.
package enum Depth: Sendable, CaseIterable {
    /// The state of a connection, in memory.
    case memory
    /// A server on a Unix socket, in this process.
    case socket
    /// The built program, over its standard streams.
    case process

    /// Runs `body` with the only client of a server, and ends both.
    ///
    /// - Parameter framing: the client's framing.
    package func withClient(
        of server: some TestedServer, framing: Framing,
        _ body: @Sendable (TestClient) async throws -> Void
    ) async throws {
        let home = try TemporaryDirectory()
        defer { withExtendedLifetime(home) {} }
        let inbox = Inbox(framing)
        if self == .process {
            let wire = try ProgramWire(server.arguments, home: home.path, inbox)
            return try await wire.withClient(framing, inbox, body)
        }
        let announcer = Announcer()
        try await server.withService(home: home.path, announce: announcer.announce) { service in
            if self == .memory {
                let wire = MemoryWire(service, inbox)
                announcer.passOn { wire.connection.send(notification: $0, params: $1) }
                return try await wire.withClient(framing, inbox, body)
            }
            let path = home.file("socket")
            try await service.serve(on: path) { server in
                announcer.passOn { method, params in
                    server.forEachConnection { $0.send(notification: method, params: params) }
                }
                let wire = try SocketWire(connectingTo: path, inbox)
                try await wire.withClient(framing, inbox, body)
            }
        }
    }
}

/// Passes notifications to the clients of a server that is made after its methods.
private final class Announcer: Sendable {
    private let next = Mutex<Announcement?>(nil)

    func passOn(_ next: @escaping Announcement) {
        self.next.withLock { $0 = next }
    }

    func announce(_ method: String, _ params: JSONValue) {
        next.withLock(\.self)?(method, params)
    }
}
