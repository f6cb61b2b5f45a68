import ArgumentParser

/// `gitxplorer serve`: the server.
struct ServeCommand: AsyncParsableCommand, ListeningCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve JSON-RPC over stdio, Unix sockets, TCP, HTTP and WebSocket.",
        discussion: """
            Without a listener flag, the server uses standard input and output:
              printf '{"jsonrpc":"2.0","id":1,"method":"users.random"}\\n' | gitxplorer serve

            Listener flags may be combined. Sockets from systemd (LISTEN_FDS) are served too, those \
            named http over HTTP. After SIGTERM, SIGINT or the end of the input, running requests \
            have 5 seconds to finish.
            """)

    @OptionGroup(title: "Listeners and connections") var serving: ServeOptions
    @OptionGroup(title: "GitHub, cache and log") var upstream: UpstreamOptions

    func run() async throws { try await serve() }
}
