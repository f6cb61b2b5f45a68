import FoundationEssentials
import NIOCore
import NIOHTTP1
import NIOPosix

/// A simulated GitHub that listens on 127.0.0.1.
package struct SandboxServer: Sendable {
    /// Such as `http://127.0.0.1:8080`, without a trailing slash.
    package let baseURL: String
    private let channel: any Channel
    /// Ends with the listener; the future of a loop that has ended would never complete.
    private let closing: Task<Void, Never>
    private let group: MultiThreadedEventLoopGroup
    private let connections: OpenConnections
    /// They compute replies, and end before the event loops, which must take the replies.
    private let workers: NIOThreadPool

    /// Reads the recordings, if any, and listens.
    ///
    /// - Throws: ``SandboxError``.
    package static func start(_ configuration: SandboxConfiguration) async throws -> SandboxServer {
        let replay = try ReplayStore(files: configuration.replayFiles)
        let service = SandboxService(configuration, replay: replay) {
            Int(Date().timeIntervalSince1970 * 1000)
        }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
        let connections = OpenConnections()
        let workers = NIOThreadPool(numberOfThreads: System.coreCount)
        workers.start()
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptedHandler(connections))
                }
            }
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handlers = channel.pipeline.syncOperations
                    let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)
                    try handlers.addHandler(ByteToMessageHandler(decoder))
                    try handlers.addHandler(RequestHandler(service, workers))
                }
            }
        do {
            let channel = try await bootstrap.bind(host: "127.0.0.1", port: configuration.port)
                .get()
            let port = channel.localAddress?.port ?? configuration.port
            return SandboxServer(
                baseURL: "http://127.0.0.1:\(port)", channel: channel,
                closing: Task { try? await channel.closeFuture.get() }, group: group,
                connections: connections, workers: workers)
        } catch {
            try? await workers.shutdownGracefully()
            try? await group.shutdownGracefully()
            throw SandboxError.cannotListen(port: configuration.port, reason: "\(error)")
        }
    }

    /// Closes the listener and every connection.
    package func stop() async {
        try? await channel.close()
        await closing.value
        try? await workers.shutdownGracefully()
        await connections.close()
        await settle()
        // Fails only if it has been stopped before.
        try? await group.shutdownGracefully()
    }

    /// Returns when the event loops have run all work that was queued so far.
    ///
    /// A connection that closes while it is being set up moves from the listener's event loop to
    /// its own and back, and a loop that has ended prints a warning on standard error.
    private func settle() async {
        for _ in 0..<3 {
            for eventLoop in group.makeIterator() {
                try? await eventLoop.submit {}.get()
            }
        }
    }
}
