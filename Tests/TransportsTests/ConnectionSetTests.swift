import JSONRPC
import Synchronization
import TestSupport
import Testing

@testable import Transports

@Suite(.patience) struct ConnectionSetTests {
    private final class Socket: Sendable {
        let isClosed = Atomic(false)
    }

    private let connections = ConnectionSet(atMost: 2, maximumUnauthenticated: 2)
    private let sockets = (0..<4).map { _ in Socket() }

    private func add(_ index: Int, _ kind: ConnectionKind) {
        let socket = sockets[index]
        connections.add(ObjectIdentifier(socket), kind) {
            socket.isClosed.store(true, ordering: .relaxed)
        }
    }

    private func start(_ index: Int) -> Bool {
        let connection = ServerConnection(registry: TestMethods().registry) {}
        connection.peerVanished()
        return connections.start(ObjectIdentifier(sockets[index]), connection) {}
    }

    private func close(_ index: Int) {
        connections.close(ObjectIdentifier(sockets[index]))
    }

    private var areClosed: [Bool] {
        sockets.map { $0.isClosed.load(ordering: .relaxed) }
    }

    @Test func `one connection too many that has not authenticated closes the oldest`() {
        for index in sockets.indices { add(index, .tcp) }
        #expect(areClosed == [true, true, false, false])
    }

    @Test func `HTTP clients that have not authenticated have places of their own`() {
        add(0, .tcp)
        add(1, .tcp)
        add(2, .http)
        add(3, .http)
        #expect(areClosed == [false, false, false, false])
        #expect(connections.counts == ["tcp": 2, "http": 2])
    }

    @Test func `a request over HTTP keeps the set from being empty, and takes no place`() async {
        add(0, .httpUnix)
        add(1, .http)
        connections.authenticated(ObjectIdentifier(sockets[1]))
        #expect(!connections.hasRoom)
        let request = ServerConnection(registry: TestMethods().registry) {}
        connections.add(request: request)
        close(0)
        close(1)
        #expect(connections.hasRoom && connections.idleSince == nil)
        connections.close(ObjectIdentifier(request))
        #expect(connections.idleSince != nil)
    }

    @Test func `an ending server takes HTTP connections in and does not wait for them`() async {
        add(0, .unix)
        let wakes = Atomic(0)
        connections.addListener { wakes.add(1, ordering: .relaxed) }
        connections.drain()
        #expect(wakes.load(ordering: .relaxed) == 1 && connections.hasRoom)
        add(1, .httpUnix)
        #expect(start(1))
        close(0)
        #expect(connections.count == 0)
        for await _ in connections.closed { Issue.record("the late connection was counted") }
    }

    @Test func `a connection takes a place when it has authenticated`() {
        add(0, .unix)
        add(1, .tcp)
        add(2, .tcp)
        #expect(connections.hasRoom)
        connections.authenticated(ObjectIdentifier(sockets[2]))
        #expect(!connections.hasRoom)
        // Those that authenticate now exceed the limit, and the listeners accept nothing.
        connections.authenticated(ObjectIdentifier(sockets[1]))
        close(0)
        #expect(!connections.hasRoom)
        close(1)
        #expect(connections.hasRoom)
    }

    @Test func `listeners are woken when there is room again`() {
        let wakes = Atomic(0)
        connections.addListener { wakes.add(1, ordering: .relaxed) }
        for index in 0..<3 { add(index, index == 2 ? .tcp : .unix) }
        close(2)
        close(1)
        close(0)
        // The TCP client took no place, and the second end was not needed.
        #expect(wakes.load(ordering: .relaxed) == 1)
    }

    @Test func `a set is idle without connections, from the end of the last one on`() throws {
        let first = try #require(connections.idleSince)
        add(0, .unix)
        add(1, .tcp)
        close(1)
        #expect(connections.idleSince == nil)
        close(0)
        #expect(try #require(connections.idleSince) > first)
    }

    @Test func `a connection that comes when the server ends is not taken in`() async {
        add(0, .unix)
        add(1, .unix)
        #expect(start(0))
        connections.drain()
        #expect(!start(1))
        close(0)
        close(1)
        var closed = 0
        for await _ in connections.closed { closed += 1 }
        #expect(closed == 1)
    }

    @Test func `the set is empty when the handlers of the last connection have ended`() async {
        add(0, .unix)
        #expect(start(0))
        close(0)
        async let isEmptied: Void = connections.emptied()
        for await connection in connections.closed {
            await connection.waitUntilFinished()
            break
        }
        connections.finish()
        await isEmptied
        #expect(connections.count == 0)
    }
}
