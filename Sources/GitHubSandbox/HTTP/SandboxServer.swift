import FoundationEssentials
import HTTPServer
import LinuxSystem
import NIOCore
import NIOPosix

/// A simulated GitHub that listens on 127.0.0.1.
package struct SandboxServer: Sendable {
    /// Such as `http://127.0.0.1:8080`, without a trailing slash.
    package let baseURL: String
    private let listener: HTTPListener

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
        do {
            let listener = try await HTTPListener.start(
                host: "127.0.0.1", port: configuration.port, group: group
            ) { address in
                let front = SandboxFront(
                    service: service, onExchange: onExchange,
                    ownHost: "127.0.0.1:\(address.port ?? 0)")
                let route = HTTPRoute(
                    maximumBody: SandboxFront.maximumBodySize, any: front.answer)
                return HTTPService(gate: nil, router: HTTPRouter([], fallback: route))
            }
            return SandboxServer(
                baseURL: "http://127.0.0.1:\(listener.address.port ?? 0)", listener: listener)
        } catch {
            throw SandboxError.cannotListen(port: configuration.port, reason: "\(error)")
        }
    }

    package func stop() async {
        await listener.stop()
    }
}
