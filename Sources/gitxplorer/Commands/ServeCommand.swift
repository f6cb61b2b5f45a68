import ArgumentParser
import GitHubSandbox
import Hosting
import JSONCore
import JSONRPC
import LinuxSystem
import Logging
import ServerEnvironment
import Synchronization
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

    func run() async throws {
        let signals = try EndSignals.trapped()
        let logger = upstream.makeLogger()
        var configuration = try serverConfiguration()
        let gate = try tcpGate()
        // Before anything else is opened, so that nothing can write between two frames.
        let streams = try servesStdio ? StandardStreams.claim() : nil

        let running = RunningServer()
        let service = try await service(
            logger, watchParent: { running.watch($0) }, announce: { running.announce($0, $1) })
        let stack = service.stack
        stack.connect()
        if let sandbox = stack.sandbox {
            configuration.furtherReadyLines.append("sandbox:\(sandbox.baseURL)")
        }
        let server = service.server(
            on: configuration, tcpGate: gate, streams: streams, logger: logger)
        running.server.withLock { $0 = server }
        signals.beforeExit { server.removeSocketFile() }
        try await service.run(server, until: signals)
    }

    /// The parameters are those of ``ServiceStack``.
    func service(
        _ logger: Logger, environment: [String: String] = Process.environment,
        watchParent: @escaping @Sendable (Int) -> Void,
        announce: @escaping @Sendable (String, JSONValue) -> Void
    ) async throws -> Service {
        let memory = MemoryBudget(maximum: serving.maxMemory)
        let stack = try await ServiceStack(
            upstream, environment: environment, framings: serving.framing.names,
            limits: serving.limits, memory: memory, logger: logger,
            watchParent: watchParent, announce: announce)
        return Service(
            stack: stack, methods: stack.registry, limits: serving.limits, memory: memory,
            framing: serving.framing.framing, dialect: .languageServer)
    }
}
