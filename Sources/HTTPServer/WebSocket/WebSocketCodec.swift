package import NIOCore

/// Turns the messages of a WebSocket into what the handler above takes, and its output into frames.
package protocol WebSocketCodec {
    associatedtype Inbound
    associatedtype Outbound

    /// Takes the next part of a message.
    ///
    /// - Returns: what is passed on, if anything.
    /// - Throws: the reason to close the connection.
    mutating func decode(_ part: WebSocketPart) throws(WebSocketClosing) -> Inbound?

    /// Appends the frames of `output`; see ``WebSocketEncoder``.
    func encode(_ output: Outbound, to frames: inout ByteBuffer)

    /// Why the connection closes when the handler above closes it.
    var closing: WebSocketClosing { get }

    /// Called when the client has closed the WebSocket, and takes nothing more.
    func clientClosed()
}
