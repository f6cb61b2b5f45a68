import HTTPServer
import JSONRPC
import NIOCore
import NIOHTTP1

/// Moves the message of one HTTP request to a connection of its own, and the output back.
///
/// The message is the only line of the connection. Everything happens on the event loop of the
/// exchange, and a call that is answered at once is answered there.
final class PostTransport {
    private let exchange: HTTPExchange
    private let reply: PostReply
    private let connections: ConnectionSet
    /// Nil before the start and after the end.
    private var connection: ServerConnection?
    private var hasInput = true
    private var line = MessageLine()
    /// The bytes of the output that the socket has not taken.
    private var unwritten = 0
    /// Whether the client has disconnected, and the calls go on without it.
    private var isAbandoned = false
    /// Whether the server waits for the connection's calls. One that was answered at once has none.
    private var isAdded = false

    private init(_ exchange: HTTPExchange, _ reply: PostReply, _ connections: ConnectionSet) {
        self.exchange = exchange
        self.reply = reply
        self.connections = connections
    }

    /// - Parameters:
    ///   - message: nil for the body of the request, which is then read as the connection wants it.
    ///   - connect: makes the connection, in lines, with its signal.
    static func start(
        _ exchange: HTTPExchange, message: ByteBuffer?, cancelsOnDisconnect: Bool,
        _ reply: PostReply, _ connections: ConnectionSet,
        connect: (_ signal: @escaping @Sendable () -> Void) -> ServerConnection
    ) {
        let transport = PostTransport(exchange, reply, connections)
        let eventLoop = exchange.eventLoop
        let bound = NIOLoopBound(transport, eventLoop: eventLoop)
        let connection = connect { eventLoop.execute { bound.value.look() } }
        // As for a WebSocket, a message that begins like an HTTP request is one like others.
        _ = connection.receive([UInt8(ascii: "\n")])
        transport.connection = connection
        exchange.onDisconnect = { transport.disconnected(cancels: cancelsOnDisconnect) }
        if let message {
            transport.receive(.bytes(message))
            transport.receive(.end)
        } else {
            exchange.readBody(transport.receive)
        }
    }

    private func look() {
        if let connection { take(connection.nextStep()) }
    }

    private func receive(_ part: HTTPBodyPart) {
        guard let connection else { return }
        switch part {
        case .bytes(var bytes):
            line.take(&bytes, endsMessage: false)
            take(connection.receive(bytes.readableBytesView))
        case .end:
            hasInput = false
            // The end of the input ends the line. A blank one would be skipped.
            if line.isBlank { _ = connection.receive(CollectionOfOne(UInt8(ascii: ":"))) }
            take(connection.inputEnded())
            guard !connection.isFinished else { return }
            connections.add(request: connection)
            // The client may have disconnected while it was answered.
            if self.connection == nil { return connections.close(ObjectIdentifier(connection)) }
            isAdded = true
        }
    }

    private func take(_ step: ConnectionStep) {
        if hasInput, exchange.isBodyPaused == step.wantsInput {
            exchange.isBodyPaused = !step.wantsInput
        }
        if !step.write.isEmpty {
            unwritten = step.write.count
            if isAbandoned { return written() }
            reply.lines(exchange, step.write, written)
        } else if step.closes {
            end()
            guard exchange.isOpen else { return }
            // One of them applies: a stream has begun, or there was no response.
            exchange.finish()
            exchange.respond(.noContent)
        }
    }

    private func written() {
        let count = unwritten
        unwritten = 0
        if let connection { take(connection.outputDrained(count)) }
    }

    private func disconnected(cancels: Bool) {
        guard let connection else { return }
        if cancels || hasInput {
            connection.peerVanished()
            end()
        } else {
            isAbandoned = true
            if unwritten > 0 { written() }
        }
    }

    private func end() {
        guard let connection else { return }
        self.connection = nil
        exchange.onDisconnect = nil
        if isAdded { connections.close(ObjectIdentifier(connection)) }
    }
}
