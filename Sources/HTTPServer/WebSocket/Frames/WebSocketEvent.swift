package import NIOCore

/// What a client has sent over a WebSocket.
package enum WebSocketEvent: Hashable, Sendable {
    case data(WebSocketPart)
    case ping(ByteBuffer)
    case pong
    /// The start of the closing handshake, with the client's code if it sent one.
    case close(UInt16?)
}

/// The next bytes of a message.
package struct WebSocketPart: Hashable, Sendable {
    /// Unmasked, in a buffer of their own; perhaps none.
    package var bytes: ByteBuffer
    /// If so, the message so far is the start of valid UTF-8.
    package let isText: Bool
    package let endsMessage: Bool
}
