import ExplorerRPC
import GitHubSandbox
import Hosting
import JSONCore
import JSONRPC
import LinuxSystem
import Logging
import Secrets
import ServerEnvironment
import Synchronization
import Transports

/// What `gitxplorer serve` does with its flags.
struct ServerProcess: ConfinedCommand {
    let serving: ServeOptions
    let upstream: UpstreamOptions

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

    private func serverConfiguration() throws -> ServerConfiguration {
        var configuration = ServerConfiguration()
        configuration.socketPath = serving.socket
        do {
            configuration.inheritedSockets = try Process.inheritedSockets.get()
        } catch {
            throw CommandError.failure("\(error).")
        }
        if servesSockets {
            let descriptors = DescriptorLimit.raise()
            configuration.maximumConnections = DescriptorLimit.connections(among: descriptors)
            configuration.maximumStrangers = DescriptorLimit.strangers(among: descriptors)
            try StartResources.eventLoops(RPCServer.threadCount).check()
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

    /// Nil if no client comes over TCP.
    private func clientSecretPath(_ paths: Paths) -> Result<String, Paths.Homeless>? {
        guard serving.listen != nil || inheritedSockets.contains(where: \.isTCP) else {
            return nil
        }
        return serving.clientSecretFile.map { .success($0) } ?? paths.clientSecret
    }

    /// TCP clients must know the secret.
    private func tcpGate() throws -> ConnectionGate? {
        guard let path = clientSecretPath(Paths(environment: Process.environment)) else {
            return nil
        }
        let secret: ClientSecret
        let file = ClientSecretFile(path: try path.orUsage("the client secret"))
        do {
            secret = try file.readOrMake()
        } catch {
            throw CommandError.failure("\(error).")
        }
        Process.redactor.learn(Secret(secret.reveal()))
        return SecretGuard(secret).gate(
            method: SessionGate.method, missing: SessionGate.secretExpected,
            wrong: SessionGate.wrongSecret)
    }
}

extension ServerProcess {
    /// Reads the command line after `serve` without ArgumentParser.
    ///
    /// Nil if ArgumentParser must read it: for help and for errors.
    init?(quickly arguments: ArraySlice<String>) {
        var serving = ServeOptions()
        var upstream = UpstreamOptions()
        var rest = arguments
        while serving.take(&rest) || upstream.take(&rest) {}
        guard rest.isEmpty, (try? upstream.validate()) != nil else { return nil }
        self.init(serving: serving, upstream: upstream)
    }
}

/// The server of this process, which is made after the methods that refer to it.
private final class RunningServer: Sendable {
    let server = Mutex<RPCServer?>(nil)

    func watch(_ process: Int) {
        guard let process = Int32(exactly: process), process > 0 else { return }
        // Even without this watch, the end of the input ends the server.
        server.withLock { $0 }?.watch(process)
    }

    /// Sends a notification to every connection.
    func announce(_ method: String, _ params: JSONValue) {
        server.withLock { $0 }?.forEachConnection {
            $0.send(notification: method, params: params)
        }
    }
}

extension ServeOptions {
    fileprivate var limits: ConnectionLimits {
        ConnectionLimits(maximumMessageBytes: maxMessageBytes, maximumInFlight: maxInFlight)
    }
}

extension UpstreamOptions {
    /// The log goes to standard error, never to standard output.
    func makeLogger() -> Logger {
        let level = logLevel
        let format = logFormat
        return Logger(label: "gitxplorer") {
            StandardErrorLogHandler(label: $0, format: format, logLevel: level)
        }
    }
}
