import Glibc
import HTTPServer
import JSONRPC
import NIOCore

/// Passes each text message to a connection as a line, and sends each line of its output as a message.
struct WebSocketLines: WebSocketCodec {
    private let connection: ServerConnection
    private let serverEnds: () -> Bool
    private var line = MessageLine()

    /// - Parameters:
    ///   - connection: its framing must be `lines`.
    ///   - serverEnds: whether the connection closes because the server ends.
    init(_ connection: ServerConnection, serverEnds: @escaping () -> Bool) {
        self.connection = connection
        self.serverEnds = serverEnds
        // On a plain socket, input that begins like an HTTP request is refused. A blank line before it
        // makes it a message like others.
        _ = connection.receive(CollectionOfOne(UInt8(ascii: "\n")))
    }

    mutating func decode(_ part: WebSocketPart) throws(WebSocketClosing) -> ByteBuffer? {
        guard part.isText else {
            throw WebSocketClosing(1003, "expected JSON-RPC in text messages")
        }
        var bytes = part.bytes
        line.take(&bytes, endsMessage: part.endsMessage)
        return bytes.readableBytes > 0 ? bytes : nil
    }

    func encode(_ output: ByteBuffer, to frames: inout ByteBuffer) {
        frames.reserveCapacity(output.readableBytes + WebSocketEncoder.maximumHeaderBytes)
        output.withUnsafeReadableBytes { lines in
            var rest = lines[...]
            while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress,
                let feed = memchr(start, 0x0A, rest.count)
            {
                let length = UnsafeRawPointer(feed) - start
                WebSocketEncoder.append(
                    .text, UnsafeRawBufferPointer(rebasing: rest.prefix(length)), to: &frames)
                rest = rest.dropFirst(length + 1)
            }
        }
    }

    /// After `exit` the client wanted the end.
    var closing: WebSocketClosing {
        if connection.isEnding { return WebSocketClosing(1000) }
        return serverEnds() ? .serverEnds : WebSocketClosing(1008, "the last error says why")
    }

    func clientClosed() { connection.peerVanished() }
}
