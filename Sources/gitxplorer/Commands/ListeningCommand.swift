import ExplorerRPC
import FoundationEssentials
import HTTPFront
import Hosting
import JSONRPC
import LinuxSystem
import Secrets
import ServerEnvironment
import Transports

/// `serve`, and `web`, which has the same flags: where they listen, and who may connect.
protocol ListeningCommand: ConfinedCommand {
    var serving: ServeOptions { get }
}

extension ListeningCommand {
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

    /// - Parameters:
    ///   - folder: where the pages are read; nil for the embedded ones.
    ///   - launch: see ``Service/launch``.
    func serve(
        pages folder: String? = nil, launch: (@Sendable (String) -> Void)? = nil
    ) async throws {
        let signals = try EndSignals()
        let configuration = try serverConfiguration()
        var service = service
        if configuration.hasHTTP { service.pages = try pages(folder) }
        service.launch = launch
        try await service.run(
            upstream, on: configuration, servesStdio: servesStdio,
            tcpGate: try tcpGate(), memory: MemoryBudget(maximum: serving.maxMemory),
            until: signals)
    }

    private var servesStdio: Bool {
        serving.stdio || !servesSockets
    }

    private var servesSockets: Bool {
        serving.socket != nil || serving.listen != nil || serving.http != nil
            || serving.httpSocket != nil || !inheritedSockets.isEmpty
    }

    private var inheritedSockets: [InheritedSocket] {
        (try? Process.inheritedSockets.get()) ?? []
    }

    private func serverConfiguration() throws -> ServerConfiguration {
        var configuration = ServerConfiguration()
        configuration.socketPath = serving.socket
        configuration.inheritedSockets = try Process.inheritedSockets.get()
        configuration.tcp = try serving.listen.map { try address($0, "--listen") }
        configuration.http = try serving.http.map { try address($0, "--http") }
        configuration.httpSocketPath = serving.httpSocket
        configuration.httpHosts = try serving.httpHosts.map(HTTPNames.host)
        configuration.httpOrigins = try serving.httpOrigins.map(HTTPNames.origin)
        if !configuration.hasHTTP {
            for (flag, values) in [
                ("--http-host", serving.httpHosts), ("--http-origin", serving.httpOrigins),
            ] where !values.isEmpty {
                throw CommandError.usage(
                    "\(flag) is for --http or --http-socket; give one of them.")
            }
        }
        if servesSockets {
            let descriptors = DescriptorLimit.raise()
            configuration.maximumUnauthenticated = DescriptorLimit.unauthenticated(
                among: descriptors)
            // The places of HTTP clients are besides those of the reserve.
            configuration.maximumConnections = max(
                DescriptorLimit.connections(among: descriptors)
                    - (configuration.hasHTTP ? configuration.maximumUnauthenticated : 0), 1)
            try StartResources.eventLoops(RPCServer.threadCount).check()
        }
        configuration.allowsRemote = serving.allowRemote
        configuration.idleFrameTimeout = .seconds(serving.idleFrameTimeout)
        configuration.idleExit = servesStdio ? nil : serving.idleExit.map { .seconds($0) }
        configuration.readyFile = serving.readyFile
        configuration.parentProcess = serving.parentPid
        return configuration
    }

    private func address(_ text: String, _ flag: String) throws(CommandError) -> HostAndPort {
        do {
            return try HostAndPort(parsing: text)
        } catch {
            throw .usage("\(flag): \(error).")
        }
    }

    /// Nil if no client comes over TCP or HTTP.
    private func clientSecretPath(_ paths: Paths) -> Result<String, Paths.Homeless>? {
        guard
            serving.listen != nil || serving.http != nil
                || inheritedSockets.contains(where: \.isTCP)
        else { return nil }
        return serving.clientSecretFile.map { .success($0) } ?? paths.clientSecret
    }

    /// They name the file with the secret by its whole path.
    private func pages(_ folder: String?) throws -> WebPages {
        let path = try clientSecretPath(Paths(environment: Process.environment))?.get()
        let here = FileManager.default.currentDirectoryPath
        return WebPages(
            folder: folder, secretFile: path.map { $0.hasPrefix("/") ? $0 : "\(here)/\($0)" })
    }

    /// Clients over TCP and HTTP must know the secret.
    private func tcpGate() throws -> ConnectionGate? {
        guard let path = clientSecretPath(Paths(environment: Process.environment)) else {
            return nil
        }
        let secret = try ClientSecretFile(path: path.get()).readOrMake()
        Process.redactor.learn(Secret(secret.reveal()))
        return SecretGuard(secret).gate(
            method: SessionGate.method, missing: SessionGate.secretExpected,
            wrong: SessionGate.wrongSecret)
    }
}
