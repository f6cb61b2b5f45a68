import ArgumentParser
import Hosting
import JSONRPC
import Logging
import Transports

/// What a command serves: everything behind the methods, and how connections speak to it.
struct Service {
    let stack: ServiceStack
    let methods: MethodRegistry
    let limits: ConnectionLimits
    let memory: MemoryBudget
    let framing: Framing
    let dialect: ConnectionDialect

    func server(
        on configuration: ServerConfiguration, tcpGate: ConnectionGate? = nil,
        streams: StandardStreams?, logger: Logger
    ) -> RPCServer {
        RPCServer(
            methods, limits: limits, framing: framing, dialect: dialect, tcpGate: tcpGate,
            memory: memory, on: configuration, streams: streams, logger: logger)
    }

    /// Runs the server until it ends or a signal ends it, then closes everything behind it.
    ///
    /// - Throws: always: the exit status, or why the server cannot run.
    func run(_ server: RPCServer, until signals: EndSignals) async throws {
        signals.onFirst { server.stop() }
        let status: Int32
        do {
            status = try await server.run()
        } catch let error as TransportError {
            await stack.close()
            throw error.ofCommand
        }
        await stack.close()
        throw ExitCode(status)
    }
}
