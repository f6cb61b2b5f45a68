import ArgumentParser
import ExplorerRPC
import Hosting
import JSONRPC
import LinuxSystem
import MCPBridge
import ServerEnvironment

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

    var service: Service {
        Service(framing: .lines, dialect: .modelContextProtocol) { stack in
            MCPService(stack.environment, offersSignIn: authTools).registry
        }
    }

    func run() async throws {
        let signals = try EndSignals()
        try await service.run(upstream, until: signals)
    }
}
