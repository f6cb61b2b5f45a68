import ArgumentParser
import ExplorerRPC
import Glibc
import Hosting
import JSONCore
import JSONRPC
import Secrets
import ServerEnvironment
import Transports

/// `gitxplorer call`: one request, in process or to a running server.
struct CallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: "Send one request and print its result.",
        discussion: """
            gitxplorer call user.summary '{"login": "octocat"}'
            gitxplorer call --sandbox users.random '[5]'
            echo '{"query": "tom repos:>42"}' | gitxplorer call search.users -
            gitxplorer call --connect unix:$XDG_RUNTIME_DIR/gx.sock cache.stats

            The result goes to standard output. An error object goes to standard error, as does a \
            progress bar on a terminal. Exit status: 0 result, 1 JSON-RPC error, 3 no connection, \
            64 wrong usage.
            """)

    @Argument(
        help: "Name of the method, such as user.summary.",
        completion: .list(MethodCatalog.methods.map { $0.name }))
    var method: String

    @Argument(help: "Params as a JSON object or array, or - to read them from standard input.")
    var params: String?

    @Option(
        "Send the request to a running server: unix:PATH or tcp:HOST:PORT.", valueName: "address")
    var connect: String?

    @Option(
        "Secret for --connect tcp:. (default: $XDG_STATE_HOME/gitxplorer/client-secret)",
        valueName: "path")
    var clientSecretFile: String?

    @OptionGroup(title: "GitHub, cache and log") var upstream: UpstreamOptions

    func run() async throws {
        let given = try readParams()
        let shown = MethodCatalog.params(
            given, of: method, withWorkDoneToken: ProgressDisplay.token)
        let progress = shown == nil ? nil : ProgressDisplay(upstream)
        let params = (progress == nil ? given : shown).flatMap { RPCParams($0) } ?? .none
        let outcome =
            if let connect {
                try await ask(connect, params, progress)
            } else {
                try await answerHere(params, progress)
            }
        progress?.clear()
        switch outcome {
        case .success(let result):
            show(result, on: STDOUT_FILENO)
        case .failure(let error):
            show(error.value, on: STDERR_FILENO)
            throw ExitCode(1)
        }
    }

    private func readParams() throws -> JSONValue? {
        guard let params else { return nil }
        let bytes = params == "-" ? Process.readAll(STDIN_FILENO) : Array(params.utf8)
        do {
            let value = try JSONParser().parse(bytes)
            if case .object = value { return value }
            if case .array = value { return value }
        } catch {
            if MethodCatalog.method(method) == nil { throw CommandError.noMethod(method) }
            throw CommandError.usage("PARAMS is not JSON: \(error).\(exampleOfQuoting)")
        }
        if MethodCatalog.method(method) == nil { throw CommandError.noMethod(method) }
        throw CommandError.usage("PARAMS must be a JSON object or array.\(exampleOfQuoting)")
    }

    /// How `call user.summary octocat` should have been written, with a space before it.
    private var exampleOfQuoting: String {
        guard let params, !params.isEmpty, params.utf8.count <= 200, !"{[-".contains(params.first!)
        else { return "" }
        let value = (try? JSONParser().parse(Array(params.utf8))) ?? .string(params)
        let quoted = JSONValue.array([value]).text
            .split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        return " Try: gitxplorer call \(method) '\(quoted)'"
    }

    private func answerHere(
        _ params: RPCParams, _ progress: ProgressDisplay?
    ) async throws -> Result<JSONValue, RPCError> {
        let logger = upstream.makeLogger()
        let stack = try await ServiceStack(upstream, logger: logger)
        let context = RequestContext { progress?.receive($0, $1) }
        let outcome = await stack.registry.call(method, params, context)
        await stack.close()
        return outcome.flatMap { bytes in
            Result { try JSONParser().parse(bytes) }.mapError {
                .internalError(incident: logger.incident($0))
            }
        }
    }

    /// Sends the request to a running server, in the lines framing.
    private func ask(
        _ text: String, _ params: RPCParams, _ progress: ProgressDisplay?
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

    private func show(_ value: JSONValue, on descriptor: Int32) {
        let text = Process.isTerminal(descriptor) ? value.pretty() : value.text
        Process.show(text + "\n", on: descriptor)
    }
}
