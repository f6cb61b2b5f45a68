import ArgumentParser
import Hosting
import JSONRPC
import LinuxSystem
import ServerEnvironment

/// `gitxplorer serve`: the server.
struct ServeCommand: AsyncParsableCommand, ConfinedCommand {
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

    func fileAccess(_ paths: Paths) -> FileAccessLimits {
        var limits = upstream.fileAccess(paths, offersSignIn: true)
        if let path = try? clientSecretPath(paths)?.get(), ClientSecretFile(path: path).isMissing {
            limits.made.append(Directory.parent(of: path))
        }
        for path in [serving.socket, serving.httpSocket, serving.readyFile] {
            if let path { limits.present.append(Directory.parent(of: path)) }
        }
        return limits
    }

    var service: Service {
        Service(
            limits: serving.limits, framing: serving.framing, dialect: .languageServer,
            announces: true
        ) {
            $0.registry
        }
    }

    func run() async throws {
        let signals = try EndSignals()
        try await service.run(
            upstream, on: try serverConfiguration(), servesStdio: servesStdio,
            tcpGate: try tcpGate(), memory: MemoryBudget(maximum: serving.maxMemory),
            until: signals)
    }
}
