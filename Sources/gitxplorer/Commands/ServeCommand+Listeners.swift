import ExplorerRPC
import Hosting
import JSONRPC
import LinuxSystem
import Secrets
import ServerEnvironment
import Transports

/// Where `serve` listens, and who may connect.
extension ServeCommand {
    var servesStdio: Bool {
        serving.stdio || !servesSockets
    }

    private var servesSockets: Bool {
        serving.socket != nil || serving.listen != nil || serving.http != nil
            || serving.httpSocket != nil || !inheritedSockets.isEmpty
    }

    private var inheritedSockets: [InheritedSocket] {
        (try? Process.inheritedSockets.get()) ?? []
    }

    func serverConfiguration() throws -> ServerConfiguration {
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
    func clientSecretPath(_ paths: Paths) -> Result<String, Paths.Homeless>? {
        guard
            serving.listen != nil || serving.http != nil
                || inheritedSockets.contains(where: \.isTCP)
        else { return nil }
        return serving.clientSecretFile.map { .success($0) } ?? paths.clientSecret
    }

    /// Clients over TCP and HTTP must know the secret.
    func tcpGate() throws -> ConnectionGate? {
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
