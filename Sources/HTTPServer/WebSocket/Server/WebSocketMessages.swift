import NIOCore

/// Collects whole messages for a ``WebSocketServer``'s closure, and reads while the client reads.
final class WebSocketMessages: WebSocketCodec, ChannelInboundHandler {
    typealias InboundIn = WebSocketMessage

    private let onMessage: WebSocketServer.Handler
    private var bytes = ByteBuffer()

    init(_ onMessage: @escaping WebSocketServer.Handler) {
        self.onMessage = onMessage
    }

    func channelActive(context: ChannelHandlerContext) {
        context.read()
    }

    func decode(_ part: WebSocketPart) -> WebSocketMessage? {
        bytes.writeImmutableBuffer(part.bytes)
        guard part.endsMessage else { return nil }
        defer { bytes = ByteBuffer() }
        return part.isText ? .text(String(buffer: bytes)) : .binary(Array(buffer: bytes))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = context.channel
        onMessage(unwrapInboundIn(data)) { channel.writeAndFlush($0, promise: nil) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if context.channel.isWritable { context.read() }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { context.read() }
    }

    func encode(_ message: WebSocketMessage, to frames: inout ByteBuffer) {
        switch message {
        case .text(var text):
            text.withUTF8 { WebSocketEncoder.append(.text, .init($0), to: &frames) }
        case .binary(let bytes):
            bytes.withUnsafeBytes { WebSocketEncoder.append(.binary, $0, to: &frames) }
        }
    }

    var closing: WebSocketClosing { .serverEnds }

    func clientClosed() {}
}
