import NIOCore
import NIOPosix
import NIOSSL

/// An open connection, or one on its way; sends to it from any thread.
struct RedisConnection: Sendable {
    /// For address, TLS and sign-in together.
    static let connectTime = TimeAmount.milliseconds(1400)
    /// For a connection of the system, without TLS and sign-in.
    private static let socketTime = TimeAmount.seconds(1)

    private let handler: NIOLoopBound<ConnectionHandler>
    private let eventLoop: any EventLoop

    /// Opens a connection. On its event loop; `events` are told what becomes of it.
    static func open(
        _ configuration: RedisConfiguration, channels: [String], on eventLoop: any EventLoop,
        events: ConnectionEvents
    ) -> RedisConnection {
        let handler = ConnectionHandler(
            Handshake(configuration, channels: channels), deadline: .now() + connectTime,
            events: events)
        let bound = NIOLoopBound(handler, eventLoop: eventLoop)
        let bootstrap = ClientBootstrap(group: eventLoop)
            .connectTimeout(socketTime)
            .channelOption(.socketOption(.so_keepalive), value: 1)
        let opened =
            switch configuration.address {
            case .tcp(let host, let port):
                bootstrap.channelOption(.tcpOption(.tcp_nodelay), value: 1)
                    .connect(host: host, port: port)
            case .unix(let path): bootstrap.connect(unixDomainSocketPath: path)
            }
        // Only now: of a name with several addresses, several channels may be on their way.
        opened.flatMapThrowing { channel in
            do {
                if let tls = try TLSHandler.make(configuration) {
                    try channel.pipeline.syncOperations.addHandler(tls)
                }
                try channel.pipeline.syncOperations.addHandler(bound.value)
            } catch {
                channel.close(promise: nil)
                throw error
            }
        }.whenFailure { bound.value.end(RedisFailure(ofOpen: $0)) }
        return RedisConnection(handler: bound, eventLoop: eventLoop)
    }

    func send(_ batch: RedisBatch) {
        if eventLoop.inEventLoop {
            handler.value.send(batch)
        } else {
            eventLoop.execute { handler.value.send(batch) }
        }
    }

    func close() {
        eventLoop.execute { handler.value.end(.closed) }
    }
}
