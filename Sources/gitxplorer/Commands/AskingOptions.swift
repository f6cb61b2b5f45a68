import ArgumentParser
import Explorer
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

    /// What came of a request, and of whom it was asked.
    struct Answer: Sendable {
        let outcome: Result<JSONValue, RPCError>
        var origin = Origin()
        /// That of this process's token; nil without one, and on a running server.
        var tokenSource: TokenSource?
    }

    /// Sends a request with the params for whom it is asked of, and shows its progress on a terminal.
    ///
    /// - Parameter isIntroduced: whether a server is asked first whom it asks.
    func answer(
        _ method: String, isIntroduced: Bool = true,
        _ given: @escaping @Sendable (Origin) throws -> JSONValue?
    ) async throws -> Answer {
        let progress = ProgressDisplay(upstream)
        let params: @Sendable (Origin) throws -> RPCParams = { origin in
            let given = try given(origin)
            let shown = MethodCatalog.params(
                given, of: method, withWorkDoneToken: ProgressDisplay.token)
            return (progress == nil ? given : shown ?? given).flatMap { RPCParams($0) } ?? .none
        }
        defer { progress?.clear() }
        if let connect { return try await ask(connect, method, isIntroduced, params, progress) }
        return try await answerHere(method, params, progress)
    }

    /// The command that signs in; nil if its token would not be used.
    func loginCommand(insteadOf source: TokenSource?) -> String? {
        if connect != nil || source == .flag || source == .environment { return nil }
        let api = upstream.apiUrl.map { " --api-url \($0)" } ?? ""
        let pages = upstream.webUrl.map { " --web-url \($0)" } ?? ""
        return "gitxplorer login\(upstream.sandbox ? " --sandbox" : api)\(pages)"
    }

    private func answerHere(
        _ method: String, _ given: (Origin) throws -> RPCParams, _ progress: ProgressDisplay?
    ) async throws -> Answer {
        let origin = upstream.origin
        let params = try given(origin)
        let logger = upstream.makeLogger()
        let stack = try await ServiceStack(upstream, logger: logger)
        stack.logStart()
        let context = RequestContext { progress?.receive($0, $1) }
        let outcome = await stack.registry.call(method, params, context)
        await stack.close()
        stack.logEnd()
        let result = outcome.flatMap { bytes in
            Result { try JSONParser().parse(bytes) }.mapError {
                .internalError(incident: logger.incident($0))
            }
        }
        return Answer(outcome: result, origin: origin, tokenSource: stack.tokenSource)
    }

    /// Sends the request to a running server, in the lines framing.
    private func ask(
        _ text: String, _ method: String, _ isIntroduced: Bool,
        _ params: @escaping @Sendable (Origin) throws -> RPCParams, _ progress: ProgressDisplay?
    ) async throws -> Answer {
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
                let result = try await server.call(method, try params(origin))
                return Answer(outcome: .success(result), origin: origin)
            }
        } catch let error as RPCError {
            return Answer(outcome: .failure(error))
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
