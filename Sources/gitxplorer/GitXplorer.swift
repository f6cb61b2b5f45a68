import ArgumentParser
import ExplorerRPC

#if canImport(Glibc)
    import Glibc
#endif

/// The command line: `gitxplorer COMMAND`.
struct GitXplorer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gitxplorer",
        abstract: "Explore GitHub over JSON-RPC 2.0.",
        discussion: """
            A server for editors, scripts and programs in any language: random users, repositories \
            by stars, summaries and search, cached in SQLite.

            Try it without a network:
              gitxplorer call --sandbox user.summary '{"login": "octocat"}'
              printf '{"jsonrpc":"2.0","id":1,"method":"users.random"}\\n' | gitxplorer serve --sandbox

            Every flag has an environment variable: GITXPLORER_API_URL for --api-url, and so on.
            The GitHub token is taken from --token-file, GITXPLORER_TOKEN, GH_TOKEN, GITHUB_TOKEN \
            or what was stored, in this order.
            """,
        version: ServerVersion.current,
        subcommands: [
            ServeCommand.self, CallCommand.self, MCPCommand.self, SchemaCommand.self,
            CacheCommand.self,
            SandboxCommand.self, LoginCommand.self, LogoutCommand.self,
        ])

    static func main() async {
        let arguments = EnvironmentArguments(environment: Process.environment)
            .arguments(Array(CommandLine.arguments.dropFirst()))
        do {
            var command = try parseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            end(error)
        }
    }

    /// Help and versions go to stdout; a mistake is one line on stderr and exit status 64.
    private static func end(_ error: any Error) -> Never {
        if let error = error as? CommandError {
            Process.complain(error.sentence)
            Process.end(error.status)
        }
        let code = exitCode(for: error)
        if code == .success || error is ExitCode {
            exit(withError: error)
        }
        let lines = message(for: error).split(separator: "\n").map {
            $0.trimmingPrefix(while: \.isWhitespace)
        }
        var sentence = lines.joined(separator: " ")
        if code == .validationFailure {
            sentence += sentence.hasSuffix(".") || sentence.hasSuffix("?") ? "" : "."
            sentence += " See 'gitxplorer --help'."
        }
        Process.complain(sentence)
        Process.end(code.rawValue)
    }
}
