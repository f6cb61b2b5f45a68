package import JSONCore
package import JSONRPC
import Logging
import Transports

/// A server under test, for each depth.
package protocol TestedServer: Sendable {
    /// The arguments of the built program.
    var arguments: [String] { get }

    /// Runs `body` with the methods that the program would serve.
    ///
    /// - Parameters:
    ///   - home: a directory for its files.
    ///   - announce: sends a notification to every client.
    func withService(
        home: String, announce: @escaping Announcement,
        _ body: @Sendable (TestService) async throws -> Void
    ) async throws
}

package typealias Announcement = @Sendable (_ method: String, _ params: JSONValue) -> Void

/// Methods, and the settings of their connections.
package struct TestService: Sendable {
    let methods: MethodRegistry
    let limits: ConnectionLimits
    let framing: Framing
    let dialect: ConnectionDialect

    package init(
        _ methods: MethodRegistry, limits: ConnectionLimits = ConnectionLimits(),
        framing: Framing = .automatic, dialect: ConnectionDialect = .languageServer
    ) {
        self.methods = methods
        self.limits = limits
        self.framing = framing
        self.dialect = dialect
    }

    /// Runs `body` with a server on a Unix socket, and stops it.
    func serve(
        on path: String, _ body: @Sendable (RPCServer) async throws -> Void
    ) async throws {
        var configuration = ServerConfiguration()
        configuration.socketPath = path
        let (ready, continuation) = AsyncStream.makeStream(of: Void.self)
        let server = RPCServer(
            limits: limits, framing: framing, dialect: dialect, on: configuration,
            logger: Logger(label: "test"), ready: { _ in continuation.yield() })
        async let status = run(server, finishing: continuation)
        defer { server.stop() }
        for await _ in ready {
            try await body(server)
            server.stop()
        }
        _ = try await status
    }

    /// Runs the server. `ready` ends with it, even if the server was never ready.
    private func run(
        _ server: RPCServer, finishing ready: AsyncStream<Void>.Continuation
    ) async throws -> Int32 {
        defer { ready.finish() }
        return try await server.run(methods)
    }
}
