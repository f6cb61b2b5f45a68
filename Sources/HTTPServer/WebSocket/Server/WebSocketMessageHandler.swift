import NIOCore

/// Passes messages to a ``WebSocketServer``'s closure, and reads while the client reads.
final class WebSocketMessageHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketMessage

    private let onMessage: WebSocketServer.Handler

    init(_ onMessage: @escaping WebSocketServer.Handler) {
        self.onMessage = onMessage
    }

    func channelActive(context: ChannelHandlerContext) {
        context.read()
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
}
