import ArgumentParser
import ExplorerRPC
import Hosting
import JSONRPC
import LinuxSystem
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

    @Flag(help: "Also offer auth_login and auth_logout, with which a model can change the token.")
    var authTools = false

    @OptionGroup(title: "GitHub, cache and log") var upstream: UpstreamOptions

    func fileAccess(_ paths: Paths) -> FileAccessLimits {
        upstream.fileAccess(paths, offersSignIn: authTools)
    }

    func run() async throws {
        let signals = try EndSignals()
        let logger = upstream.makeLogger()
        // Before anything else is opened, so that nothing can write between two messages.
        let streams = try StandardStreams.claim()
        let memory = MemoryBudget()
        let server = RPCServer(
            framing: .lines, dialect: .modelContextProtocol, memory: memory,
            on: ServerConfiguration(), streams: streams, logger: logger)
        let stack = try await ServiceStack(upstream, memory: memory, logger: logger)
        let tools = MCPService(stack.environment, offersSignIn: authTools)
        try await stack.run(server, tools.registry, until: signals)
    }
}
