import ArgumentParser
import Hosting
import JSONRPC
import LinuxSystem
import ServerEnvironment
import Transports

/// `gitxplorer serve`: the server.
struct ServeCommand: AsyncParsableCommand, ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve JSON-RPC over stdio, a Unix socket or TCP.",
        discussion: """
            Without a listener flag, the server uses standard input and output:
              printf '{"jsonrpc":"2.0","id":1,"method":"users.random"}\\n' | gitxplorer serve

            Listener flags may be combined. Sockets from systemd (LISTEN_FDS) are served too. After \
            SIGTERM, SIGINT or the end of the input, running requests have 5 seconds to finish.
            """)

    @OptionGroup(title: "Listeners and connections") var serving: ServeOptions
    @OptionGroup(title: "GitHub, cache and log") var upstream: UpstreamOptions

    func fileAccess(_ paths: Paths) -> FileAccessLimits {
        var limits = upstream.fileAccess(paths, offersSignIn: true)
        if let path = try? clientSecretPath(paths)?.get(), ClientSecretFile(path: path).isMissing {
            limits.made.append(Directory.parent(of: path))
        }
        for path in [serving.socket, serving.readyFile] {
            if let path { limits.present.append(Directory.parent(of: path)) }
        }
        return limits
    }

    var service: Service {
        Service(limits: serving.limits, framing: serving.framing, dialect: .languageServer) {
            $0.registry
        }
    }

    func run() async throws {
        let signals = try EndSignals()
        let logger = upstream.makeLogger()
        let configuration = try serverConfiguration()
        let gate = try tcpGate()
        // Before anything else is opened, so that nothing can write between two frames.
        let streams = try servesStdio ? StandardStreams.claim() : nil

        let service = service
        let memory = MemoryBudget(maximum: serving.maxMemory)
        let server = RPCServer(
            limits: service.limits, framing: service.framing.framing, dialect: service.dialect,
            tcpGate: gate, memory: memory, on: configuration, streams: streams, logger: logger)
        let stack = try await ServiceStack(
            upstream, framings: service.framing.names, limits: service.limits, memory: memory,
            logger: logger, watchParent: { server.watch($0) },
            announce: { method, params in
                server.forEachConnection { $0.send(notification: method, params: params) }
            })
        signals.beforeExit { server.removeSocketFile() }
        try await stack.run(server, service.methods(stack), until: signals)
    }
}
