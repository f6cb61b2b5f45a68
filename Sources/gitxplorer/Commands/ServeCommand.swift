import ArgumentParser
import ExplorerRPC
import JSONCore
import JSONRPC
import Logging
import Synchronization
import Transports

/// `gitxplorer serve`: the server.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve JSON-RPC over stdio, a Unix socket or TCP.",
        discussion: """
            With no listener flag, standard input and output are served:
              printf '{"jsonrpc":"2.0","id":1,"method":"users.random"}\\n' | gitxplorer serve

            Listener flags combine. Sockets that systemd hands over (LISTEN_FDS) are served too. \
            SIGTERM, SIGINT and the end of the input let what is under way finish, for at most 5 \
            seconds.
            """)

    @OptionGroup(title: "Listeners and connections") var serving: ServeOptions
    @OptionGroup(title: "GitHub, cache and log") var upstream: UpstreamOptions

    private var servesStdio: Bool {
        serving.stdio || !servesSockets
    }

    private var servesSockets: Bool {
        serving.socket != nil || serving.listen != nil || !inheritedSockets.isEmpty
    }

    private var inheritedSockets: [InheritedSocket] {
        (try? Process.inheritedSockets.get()) ?? []
    }

    func run() async throws {
        let signals = await Signals()
        let logger = upstream.makeLogger()
        var configuration = try serverConfiguration()
        let gate = try tcpGate()
        // Before anything else is opened, so that nothing can write between two frames.
        let streams = try servesStdio ? StandardStreams.claim() : nil

        let running = RunningServer()
        let stack = try await ServiceStack(
            upstream, server: serving.facts, logger: logger,
            watchParent: { running.watch($0) },
            announce: { running.announce($0, $1) })
        if let sandbox = stack.sandbox {
            configuration.furtherReadyLines.append("sandbox:\(sandbox.baseURL)")
        }
        let server = RPCServer(configuration, streams: streams, logger: logger) {
            [limits = serving.limits, framing = serving.framing.framing] kind, signal in
            ServerConnection(
                registry: stack.registry, limits: limits, framing: framing,
                gate: kind == .tcp ? gate : .open, isStdio: kind == .stdio, signal: signal)
        }
        running.server.withLock { $0 = server }
        let status: Int32
        do {
            status = try await signals.stopping({ server.stop() }) { try await server.run() }
        } catch let error as TransportError {
            await stack.close()
            throw error.isUsage ? CommandError.usage("\(error).") : .failure("\(error).")
        }
        await stack.close()
        throw ExitCode(status)
    }

    private func serverConfiguration() throws -> ServerConfiguration {
        var configuration = ServerConfiguration()
        configuration.socketPath = serving.socket
        do {
            configuration.inheritedSockets = try Process.inheritedSockets.get()
        } catch {
            throw CommandError.failure("\(error).")
        }
        if servesSockets {
            configuration.maximumConnections = DescriptorLimit.connections(
                among: DescriptorLimit.raise())
        }
        if let listen = serving.listen {
            do {
                configuration.tcp = try HostAndPort(parsing: listen)
            } catch {
                throw CommandError.usage("--listen: \(error).")
            }
        }
        configuration.allowsRemote = serving.allowRemote
        configuration.idleFrameTimeout = .seconds(serving.idleFrameTimeout)
        configuration.idleExit = servesStdio ? nil : serving.idleExit.map { .seconds($0) }
        configuration.readyFile = serving.readyFile
        configuration.parentProcess = serving.parentPid
        return configuration
    }

    /// TCP clients have to know the secret.
    private func tcpGate() throws -> ConnectionGate {
        guard serving.listen != nil || inheritedSockets.contains(where: \.isTCP) else {
            return .open
        }
        let path =
            serving.clientSecretFile ?? Paths(environment: Process.environment).clientSecret
        let secret: ClientSecret
        do {
            secret = try ClientSecretFile(path: path).readOrMake()
        } catch {
            throw CommandError.failure("\(error).")
        }
        return SecretGuard(secret).gate
    }
}

/// The server of this process, which exists only after the methods that may need it.
private final class RunningServer: Sendable {
    let server = Mutex<RPCServer?>(nil)

    func watch(_ process: Int) {
        guard let process = Int32(exactly: process), process > 0 else { return }
        // Without a watch the end of the input still ends the server.
        try? server.withLock { $0 }?.watch(process)
    }

    /// Sends a notification to every connection.
    func announce(_ method: String, _ params: JSONValue) {
        server.withLock { $0 }?.forEachConnection {
            $0.send(notification: method, params: params)
        }
    }
}

extension TransportError {
    /// Whether a flag is wrong, rather than the machine.
    fileprivate var isUsage: Bool {
        switch self {
        case .remoteNotAllowed, .invalidHostAndPort, .invalidAddress, .socketPathTooLong: true
        default: false
        }
    }
}

extension ServeOptions {
    fileprivate var limits: ConnectionLimits {
        ConnectionLimits(maximumMessageBytes: maxMessageBytes, maximumInFlight: maxInFlight)
    }

    fileprivate var facts: ServerFacts {
        ServerFacts(
            name: "gitxplorer", version: ServerVersion.current,
            framings: framing == .auto ? ["headers", "lines"] : [framing.rawValue],
            maxMessageBytes: maxMessageBytes, maxInFlight: maxInFlight)
    }
}

extension UpstreamOptions {
    /// Logs go to standard error, never to standard output.
    func makeLogger() -> Logger {
        let level = logLevel
        let format = logFormat
        return Logger(label: "gitxplorer") {
            StandardErrorLogHandler(label: $0, format: format, logLevel: level)
        }
    }
}
