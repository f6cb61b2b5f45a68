import FoundationEssentials
import LinuxSystem
import NIOCore
import NIOHTTP1
import NIOPosix

/// A simulated GitHub that listens on 127.0.0.1.
package struct SandboxServer: Sendable {
    /// Such as `http://127.0.0.1:8080`, without a trailing slash.
    package let baseURL: String
    private let channel: any Channel
    private let connections: OpenConnections

    /// All sandboxes of a process share these threads, which end with the process.
    private static let group = MultiThreadedEventLoopGroup(numberOfThreads: threadCount)
    private static let threadCount = 2

    /// Reads the recordings, if any, and listens.
    ///
    /// - Parameter onExchange: called before each response is sent; it must not block.
    /// - Throws: ``SandboxError``, or ``StartResources/Shortage``.
    package static func start(
        _ configuration: SandboxConfiguration,
        onExchange: @escaping @Sendable (SandboxExchange) -> Void = { _ in }
    ) async throws -> SandboxServer {
        try StartResources.eventLoops(threadCount, workers: System.coreCount).check()
        let replay = try ReplayStore(files: configuration.replayFiles)
        let service = SandboxService(configuration, replay: replay) {
            Int(Date().timeIntervalSince1970 * 1000)
        }
        let connections = OpenConnections()
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try connections.add(channel)
                    let handlers = channel.pipeline.syncOperations
                    var encoding = HTTPResponseEncoder.Configuration()
                    encoding.automaticallySetFramingHeaders = false
                    try handlers.configureHTTPServerPipeline(
                        withPipeliningAssistance: false, withErrorHandling: false,
                        withOutboundHeaderValidation: false, withEncoderConfiguration: encoding)
                    try handlers.addHandler(RequestHandler(service, onExchange))
                }
            }
        do {
            let channel = try await bootstrap.bind(host: "127.0.0.1", port: configuration.port)
                .get()
            let port = channel.localAddress?.port ?? configuration.port
            return SandboxServer(
                baseURL: "http://127.0.0.1:\(port)", channel: channel, connections: connections)
        } catch {
            throw SandboxError.cannotListen(port: configuration.port, reason: "\(error)")
        }
    }

    package func stop() async {
        // Fails only if it has been stopped before.
        try? await channel.close()
        await connections.close()
    }
}
