import ArgumentParser
import LinuxSystem
import ServerEnvironment

/// `gitxplorer serve`: the server.
struct ServeCommand: AsyncParsableCommand, ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        // As a root of its own it looks for no completion script, which costs 8 million instructions.
        _superCommandName: "gitxplorer",
        abstract: "Serve JSON-RPC over stdio, a Unix socket or TCP.",
        discussion: """
            Without a listener flag, the server uses standard input and output:
              printf '{"jsonrpc":"2.0","id":1,"method":"users.random"}\\n' | gitxplorer serve

            Listener flags may be combined. Sockets from systemd (LISTEN_FDS) are served too. After \
            SIGTERM, SIGINT or the end of the input, requests under way have 5 seconds to finish.
            """)

    @OptionGroup(title: "Listeners and connections") var serving: ServeOptions
    @OptionGroup(title: "GitHub, cache and log") var upstream: UpstreamOptions

    private var server: ServerProcess { ServerProcess(serving: serving, upstream: upstream) }

    func fileAccess(_ paths: Paths) -> FileAccessLimits { server.fileAccess(paths) }

    func run() async throws { try await server.run() }
}
