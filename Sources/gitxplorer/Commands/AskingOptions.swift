import ArgumentParser
import ExplorerRPC
import Hosting
import JSONCore
import JSONRPC
import Secrets
import ServerEnvironment
import Transports

/// Whom a command asks: this process, or a running server.
struct AskingOptions: ParsableArguments {
    @Option(
        "Send the request to a running server: unix:PATH or tcp:HOST:PORT.", valueName: "address")
    var connect: String?

    @Option(
        "Secret for --connect tcp:. (default: $XDG_STATE_HOME/gitxplorer/client-secret)",
        valueName: "path")
    var clientSecretFile: String?

    @OptionGroup(title: "GitHub, cache and log") var upstream: UpstreamOptions

    /// Sends a request, and shows its progress on a terminal.
    func answer(
        _ method: String, _ given: JSONValue?
    ) async throws -> Result<JSONValue, RPCError> {
        let shown = MethodCatalog.params(
            given, of: method, withWorkDoneToken: ProgressDisplay.token)
        let progress = shown == nil ? nil : ProgressDisplay(upstream)
        let params = (progress == nil ? given : shown).flatMap { RPCParams($0) } ?? .none
        defer { progress?.clear() }
        return if let connect {
            try await ask(connect, method, params, progress)
        } else {
            try await answerHere(method, params, progress)
        }
    }

    /// Whom the answers come from, for sentences.
    func upstreamName() async throws -> String {
        if connect == nil { return try upstream.tokenScope().upstreamName }
        let server = try? await answer("initialize", nil).get()
        return server?["upstream"]?["name"]?.stringValue ?? "GitHub"
    }

    private func answerHere(
        _ method: String, _ params: RPCParams, _ progress: ProgressDisplay?
    ) async throws -> Result<JSONValue, RPCError> {
        let logger = upstream.makeLogger()
        let stack = try await ServiceStack(upstream, logger: logger)
        stack.logStart()
        let context = RequestContext { progress?.receive($0, $1) }
        let outcome = await stack.registry.call(method, params, context)
        await stack.close()
        stack.logEnd()
        return outcome.flatMap { bytes in
            Result { try JSONParser().parse(bytes) }.mapError {
                .internalError(incident: logger.incident($0))
            }
        }
    }

    /// Sends the request to a running server, in the lines framing.
    private func ask(
        _ text: String, _ method: String, _ params: RPCParams, _ progress: ProgressDisplay?
    ) async throws -> Result<JSONValue, RPCError> {
        let address: ServerAddress
        do {
            address = try ServerAddress(parsing: text)
        } catch {
            throw CommandError.usage("--connect: \(error).")
        }
        let secret = try secret(for: address)
        do {
            return .success(
                try await RPCClient.withConnection(
                    to: address, limits: ConnectionLimits(maximumMessageBytes: 1 << 30),
                    onNotification: { progress?.receive($0, $1) }
                ) { server in
                    if let secret {
                        let params: RPCParams = ["secret": .string(secret.reveal())]
                        _ = try await server.call(SessionGate.method, params)
                    }
                    return try await server.call(method, params)
                })
        } catch let error as RPCError {
            return .failure(error)
        } catch {
            progress?.clear()
            throw CommandError.noConnection("\(error).")
        }
    }

    /// The secret that a TCP server asks for first.
    private func secret(for address: ServerAddress) throws -> ClientSecret? {
        guard case .tcp = address else { return nil }
        let path =
            try clientSecretFile
            ?? Paths(environment: Process.environment).clientSecret.get()
        do {
            return try ClientSecretFile(path: path).read()
        } catch .missing {
            throw CommandError.noConnection(
                "\(path): there is no client secret; start a server with --listen, which makes one, or name its file with --client-secret-file."
            )
        } catch {
            throw CommandError.noConnection("\(error).")
        }
    }
}
