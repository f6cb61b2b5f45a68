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
        serving.socket != nil || serving.listen != nil || !inheritedSockets.isEmpty
    }

    private var inheritedSockets: [InheritedSocket] {
        (try? Process.inheritedSockets.get()) ?? []
    }

    func serverConfiguration() throws -> ServerConfiguration {
        var configuration = ServerConfiguration()
        configuration.socketPath = serving.socket
        configuration.inheritedSockets = try Process.inheritedSockets.get()
        if servesSockets {
            let descriptors = DescriptorLimit.raise()
            configuration.maximumConnections = DescriptorLimit.connections(among: descriptors)
            configuration.maximumUnauthenticated = DescriptorLimit.unauthenticated(
                among: descriptors)
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

    /// Nil if no client comes over TCP.
    func clientSecretPath(_ paths: Paths) -> Result<String, Paths.Homeless>? {
        guard serving.listen != nil || inheritedSockets.contains(where: \.isTCP) else {
            return nil
        }
        return serving.clientSecretFile.map { .success($0) } ?? paths.clientSecret
    }

    /// TCP clients must know the secret.
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
