import Glibc
import JSONRPC
import Synchronization
import TestSupport
import Testing

@testable import Transports

@Suite(.patience) struct IdleExitTests {
    private let rounds = 200

    /// Servers run one after the other behind one socket, as a service manager starts them.
    @Test func `who connects while a server finds itself idle is answered`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("socket")
        let socket = try UnixSocketFile.listen(at: path).socket
        defer { close(socket) }
        let isOver = Atomic(false)
        let lives = Atomic(0)
        let rounds = rounds
        async let answered = blocking {
            defer { isOver.store(true, ordering: .releasing) }
            return (0..<rounds).prefix { round in
                let before = lives.load(ordering: .acquiring)
                guard Self.isAnswered(at: path) else { return false }
                // Now and then no client connects until the server has ended.
                while round % 20 == 0, lives.load(ordering: .acquiring) == before {
                    sched_yield()
                }
                return true
            }.count
        }
        while !isOver.load(ordering: .acquiring) {
            // Each with another idle time, so that clients connect at every moment.
            var configuration = ServerConfiguration()
                .with(\.idleExit, .microseconds(20 * (lives.load(ordering: .relaxed) % 20)))
            configuration.inheritedSockets = [try InheritedSocket(dup(socket))]
            try await TestServer.run(configuration, stopping: false) { _ in }
            lives.add(1, ordering: .releasing)
        }
        #expect(try await answered == rounds)
    }

    /// Connects twice; whether both connections are served, the second one during the first.
    private static func isAnswered(at path: String) -> Bool {
        do throws(TransportError) {
            var first = try RawClient(connectingTo: .unix(path: path))
            guard try isAnswered(&first) else { return false }
            var second = try RawClient(connectingTo: .unix(path: path))
            return try isAnswered(&second)
        } catch {
            return false
        }
    }

    private static func isAnswered(_ client: inout RawClient) throws(TransportError) -> Bool {
        try client.send(request(1, "echo"))
        guard client.hasInput() else { return false }
        return try client.receive() != nil
    }
}
