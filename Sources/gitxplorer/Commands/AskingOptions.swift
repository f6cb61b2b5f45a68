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

    /// Sends a request with the params for whom it is asked of, and shows its progress on a terminal.
    ///
    /// - Parameter isIntroduced: whether a server is asked first whom it asks.
    func answer(
        _ method: String, isIntroduced: Bool = true,
        _ given: @escaping @Sendable (Origin) throws -> JSONValue?
    ) async throws -> (outcome: Result<JSONValue, RPCError>, origin: Origin) {
        let progress = ProgressDisplay(upstream)
        let params: @Sendable (Origin) throws -> RPCParams = { origin in
            let given = try given(origin)
            let shown = MethodCatalog.params(
                given, of: method, withWorkDoneToken: ProgressDisplay.token)
            return (progress == nil ? given : shown ?? given).flatMap { RPCParams($0) } ?? .none
        }
        defer { progress?.clear() }
        if let connect { return try await ask(connect, method, isIntroduced, params, progress) }
        let origin = upstream.origin
        return (try await answerHere(method, try params(origin), progress), origin)
    }

    /// The command that signs in; nil if its token would not be used.
    var loginCommand: String? {
        let (scope, given) = (try? upstream.tokenScope(), Process.environment)
        let variables = TokenVariable.all.filter { scope.map($0.isFor) == true }.flatMap(\.names)
        if connect != nil || upstream.tokenFile != nil { return nil }
        if variables.contains(where: { given[$0] != nil }) { return nil }
        let api = upstream.apiUrl.map { " --api-url \($0)" } ?? ""
        return "gitxplorer login\(upstream.sandbox ? " --sandbox" : api)"
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
        _ text: String, _ method: String, _ isIntroduced: Bool,
        _ params: @escaping @Sendable (Origin) throws -> RPCParams, _ progress: ProgressDisplay?
    ) async throws -> (outcome: Result<JSONValue, RPCError>, origin: Origin) {
        let address: ServerAddress
        do {
            address = try ServerAddress(parsing: text)
        } catch {
            throw CommandError.usage("--connect: \(error).")
        }
        let secret = try secret(for: address)
        do {
            return try await RPCClient.withConnection(
                to: address, limits: ConnectionLimits(maximumMessageBytes: 1 << 30),
                onNotification: { progress?.receive($0, $1) }
            ) { server in
                if let secret {
                    let params: RPCParams = ["secret": .string(secret.reveal())]
                    _ = try await server.call(SessionGate.method, params)
                }
                var origin = Origin()
                if isIntroduced,
                    let upstream = try? await server.call("initialize", .none)["upstream"],
                    let name = upstream["name"]?.stringValue,
                    let pages = upstream["url"]?.stringValue
                {
                    origin = Origin(name: name, urls: [pages])
                }
                return (.success(try await server.call(method, try params(origin))), origin)
            }
        } catch let error as RPCError {
            return (.failure(error), Origin())
        } catch let error as ValidationError {
            throw error
        } catch {
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
