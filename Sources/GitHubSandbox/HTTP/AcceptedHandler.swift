import NIOCore

/// Reports each connection that a listener accepts.
final class AcceptedHandler: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    private let connections: OpenConnections

    init(_ connections: OpenConnections) {
        self.connections = connections
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        connections.add(unwrapInboundIn(data))
        context.fireChannelRead(data)
    }
}
