import ArgumentParser
import ExplorerRPC
import Hosting
import JSONRPC
import LinuxSystem
import Logging
import MCPBridge
import ServerEnvironment
import Transports

/// `gitxplorer mcp`: the server, for clients of the Model Context Protocol.
struct MCPCommand: AsyncParsableCommand, ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Serve the methods as Model Context Protocol tools over stdio.",
        discussion: """
            This is for programs that offer tools to language models. The method users.random is \
            the tool users_random, and so on. The configuration is:
              {"mcpServers": {"gitxplorer": {"command": "gitxplorer", "args": ["mcp"]}}}

            The server supports revision 2026-07-28 and, after initialize, 2025-11-25, 2025-06-18, \
            2025-03-26 and 2024-11-05. After SIGTERM, SIGINT or the end of the input, running \
            requests have 5 seconds to finish.
            """)

    @Flag(
        help:
            "Also offer auth_login and auth_logout, with which a model can change the token."
    )
    var authTools = false

    @OptionGroup(title: "GitHub, cache and log") var upstream: UpstreamOptions

    func fileAccess(_ paths: Paths) -> FileAccessLimits {
        upstream.fileAccess(paths, offersSignIn: authTools)
    }

    func run() async throws {
        let signals = try EndSignals.trapped()
        let logger = upstream.makeLogger()
        // Before anything else is opened, so that nothing can write between two messages.
        let streams = try StandardStreams.claim()
        let service = try await service(logger)
        service.stack.connect()
        let server = service.server(on: ServerConfiguration(), streams: streams, logger: logger)
        try await service.run(server, until: signals)
    }

    /// The parameters are those of ``ServiceStack``.
    func service(
        _ logger: Logger, environment: [String: String] = Process.environment
    ) async throws -> Service {
        let limits = ConnectionLimits()
        let memory = MemoryBudget()
        let stack = try await ServiceStack(
            upstream, environment: environment, framings: FramingOption.lines.names, limits: limits,
            memory: memory, logger: logger)
        let tools = MCPService(stack.environment, offersSignIn: authTools)
        return Service(
            stack: stack, methods: tools.registry, limits: limits, memory: memory, framing: .lines,
            dialect: .modelContextProtocol)
    }
}
