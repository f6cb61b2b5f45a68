import ArgumentParser
import ExplorerRPC
import JSONRPC
import MCPBridge
import Transports

/// `gitxplorer mcp`: the server, for clients of the Model Context Protocol.
struct MCPCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Serve the methods as Model Context Protocol tools over stdio.",
        discussion: """
            For programs that give tools to language models. The method users.random is the tool \
            users_random, and so on. In their configuration:
              {"mcpServers": {"gitxplorer": {"command": "gitxplorer", "args": ["mcp"]}}}

            It speaks revision 2026-07-28 and, after initialize, 2025-11-25, 2025-06-18, \
            2025-03-26 and 2024-11-05. SIGTERM, SIGINT and the end of the input let what is under \
            way finish, for at most 5 seconds.
            """)

    @OptionGroup(title: "GitHub, cache and log") var upstream: UpstreamOptions

    func run() async throws {
        let signals = await Signals()
        let logger = upstream.makeLogger()
        let limits = ConnectionLimits()
        // Before anything else is opened, so that nothing can write between two messages.
        let streams = try StandardStreams.claim()
        let stack = try await ServiceStack(
            upstream,
            server: ServerFacts(
                name: "gitxplorer", version: ServerVersion.current, framings: ["lines"],
                maxMessageBytes: limits.maximumMessageBytes, maxInFlight: limits.maximumInFlight),
            logger: logger)
        let service = MCPService(
            methods: stack.registry, isAnonymous: stack.environment.isAnonymous,
            incident: stack.environment.incident)
        let registry = service.registry
        let server = RPCServer(ServerConfiguration(), streams: streams, logger: logger) {
            _, signal in
            ServerConnection(
                registry: registry, limits: limits, framing: .lines,
                dialect: .modelContextProtocol, isStdio: true, signal: signal)
        }
        let status: Int32
        do {
            status = try await signals.stopping({ server.stop() }) { try await server.run() }
        } catch let error as TransportError {
            await stack.close()
            throw CommandError.failure("\(error).")
        }
        await stack.close()
        throw ExitCode(status)
    }
}
