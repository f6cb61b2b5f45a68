import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import HTTPServer

/// The life of a connection: its times and its ends.
@Suite struct HTTPConnectionTests {
    private let ask = "GET /hold HTTP/1.1\r\nHost: localhost\r\n\r\n"

    /// Whether the connection closes after `time`, and not a second before it.
    private func closes(_ connection: TestConnection, after time: TimeAmount) -> Bool {
        connection.advance(time - .seconds(1))
        return connection.channel.isActive && connection.closes
    }

    @Test func `a connection without a request is closed after 75 s`() throws {
        let connection = try TestConnection()
        #expect(closes(connection, after: .seconds(75)))
        let used = try TestConnection()
        for _ in 0..<3 {
            used.advance(.seconds(50))
            used.send("GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n")
        }
        #expect(used.statuses() == [200, 200, 200])
        #expect(closes(used, after: .seconds(75)))
    }

    @Test func `a head may take 10 s from its first byte`() throws {
        let connection = try TestConnection()
        connection.advance(.seconds(20))
        for piece in ["G", "E", "T", " ", "/", "h", "o", "l", "d"] {
            connection.send(piece)
            connection.advance(.seconds(1))
        }
        #expect(connection.channel.isActive)
        connection.advance(.seconds(1))
        #expect(!connection.channel.isActive && connection.statuses() == [])
    }

    @Test func `the time of a head runs when the request before it is answered`() throws {
        let connection = try TestConnection()
        connection.send("GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\nGET /ec")
        #expect(connection.statuses() == [200])
        #expect(closes(connection, after: .seconds(10)))
    }

    @Test func `a body may pause for 30 s`() throws {
        let connection = try TestConnection()
        connection.send("POST /hold HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n")
        connection.held.last.readBody { _ in }
        for _ in 0..<4 {
            connection.advance(.seconds(29))
            connection.send("a")
        }
        #expect(connection.channel.isActive && closes(connection, after: .seconds(30)))
        #expect(connection.held.log == ["gone"])
        let long = try TestConnection()
        long.send("POST /long HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200000\r\n\r\n")
        long.held.last.readBody { _ in }
        for count in [HTTPLimits.leastGrowth, HTTPLimits.leastGrowth] {
            long.send(String(repeating: "a", count: count))
            long.advance(.seconds(29))
        }
        // Too little for a body that is no longer short.
        long.send("a")
        #expect(long.channel.isActive && long.closes)
    }

    @Test func `a request under way may take any time`() throws {
        let connection = try TestConnection()
        connection.send(ask)
        connection.advance(.hours(1))
        connection.held.last.respond(.ok)
        #expect(connection.statuses() == [200])
        #expect(closes(connection, after: .seconds(75)))
    }

    @Test func `a client that ends its side gets its response, which begins at once`() throws {
        let connection = try TestConnection()
        connection.send(ask + ask)
        connection.endInput()
        #expect(connection.output() == "HTTP/1.1 ")
        connection.held.last.respond(.ok)
        #expect(connection.output() == "200 OK\r\nContent-Length: 0\r\n\r\n")
        #expect(connection.channel.isActive && connection.held.log == [])
        connection.held.last.respond(.noContent)
        #expect(connection.output() == "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
        #expect(!connection.channel.isActive)
    }

    @Test func `a request that is cut off is refused`() throws {
        let connection = try TestConnection()
        connection.send("GET /hold HTTP/1.1\r\nHost: loc")
        connection.endInput()
        #expect(connection.statuses() == [400])
        #expect(!connection.channel.isActive)
    }

    @Test func `a client that goes away ends its exchange, once`() throws {
        let connection = try TestConnection()
        connection.send(ask)
        let exchange = connection.held.last
        connection.channel.close(promise: nil)
        connection.advance(.zero)
        #expect(connection.held.log == ["gone"] && !exchange.isOpen)
        exchange.respond(.ok)
        exchange.reset()
        #expect(connection.held.log == ["gone"])
    }

    @Test func `at the server's end an idle connection closes, and a busy one is finished`() throws
    {
        let idle = try TestConnection()
        idle.channel.pipeline.fireUserInboundEventTriggered(HTTPConnectionHandler.Drain())
        #expect(!idle.channel.isActive)
        let busy = try TestConnection()
        busy.send(ask + ask)
        busy.channel.pipeline.fireUserInboundEventTriggered(HTTPConnectionHandler.Drain())
        busy.held.last.respond(.ok)
        #expect(!busy.output().contains("close"))
        busy.held.last.respond(.ok)
        #expect(busy.output().contains("Connection: close"))
        #expect(!busy.channel.isActive)
        let unsent = try TestConnection()
        unsent.send("POST /hold HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\na")
        unsent.channel.pipeline.fireUserInboundEventTriggered(HTTPConnectionHandler.Drain())
        #expect(unsent.channel.isActive)
        unsent.held.last.readBody { _ in }
        #expect(unsent.output().hasPrefix("HTTP/1.1 503 "))
        #expect(!unsent.channel.isActive)
        let waiting = try TestConnection()
        waiting.send(
            "POST /hold HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
                + "Content-Length: 9\r\n\r\n")
        waiting.held.last.readBody { _ in }
        waiting.channel.pipeline.fireUserInboundEventTriggered(HTTPConnectionHandler.Drain())
        let output = waiting.output()
        #expect(output.hasPrefix("HTTP/1.1 100 ") && output.contains("HTTP/1.1 503 "))
        #expect(!waiting.channel.isActive)
    }

    @Test func `an upgrade passes on what follows it`() throws {
        let connection = try TestConnection()
        connection.send(
            ask.replacing("\r\n\r\n", with: "\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nearly"))
        #expect(connection.held.exchanges.count == 1)
        connection.held.last.upgrade(["Upgrade": "x"]) {
            try $0.pipeline.syncOperations.addHandler(Echo())
        }
        connection.advance(.zero)
        #expect(
            connection.output()
                == "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"
                + "early")
        connection.send("GET / HTTP/1.1\r\n")
        #expect(connection.output() == "GET / HTTP/1.1\r\n")
        connection.advance(.hours(1))
        #expect(connection.channel.isActive)
    }
}

/// Writes back what it reads.
private final class Echo: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.writeAndFlush(data, promise: nil)
    }
}
