import ArgumentParser
import GitHubSandbox
import Hosting
import JSONRPC
import Transports

extension ServiceStack {
    /// Runs the server until it ends or a signal ends it, then closes everything behind it.
    ///
    /// - Throws: always: the exit status, or why the server cannot run.
    func run(
        _ server: RPCServer, _ methods: MethodRegistry, until signals: EndSignals
    ) async throws {
        connect()
        signals.onFirst { server.stop() }
        let status: Int32
        do {
            status = try await server.run(
                methods, furtherReadyLines: sandbox.map { ["sandbox:\($0.baseURL)"] } ?? [])
        } catch let error as TransportError {
            await close()
            throw error.ofCommand
        }
        await close()
        throw ExitCode(status)
    }
}
