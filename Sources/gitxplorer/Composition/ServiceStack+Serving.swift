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
        let lines = sandbox.map { ["sandbox:\($0.baseURL)"] } ?? []
        let status = try await closing {
            try await server.run(logged(methods), furtherReadyLines: lines) {
                logStart($0.map(\.description).joined(separator: " "))
            }
        }
        logEnd()
        throw ExitCode(status)
    }

    /// Runs `work`, then closes everything.
    func closing<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
        let value: Value
        do {
            value = try await work()
        } catch {
            await close()
            throw error
        }
        await close()
        return value
    }
}
