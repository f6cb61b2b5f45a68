import ArgumentParser
import ExplorerRPC
import Glibc
import JSONRPC
import ServerEnvironment

/// The command line: `gitxplorer COMMAND`.
struct GitXplorer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gitxplorer",
        abstract: "Explore GitHub in the terminal and over JSON-RPC 2.0.",
        discussion: """
            People ask in words: gitxplorer user octocat. Editors, scripts and programs in any \
            language ask a server. What GitHub says is cached in SQLite.

            Try it without a network:
              gitxplorer history octocat/Hello-World --sandbox
              gitxplorer call --sandbox user.summary '{"login": "octocat"}'
              echo '{"jsonrpc":"2.0","id":1,"method":"users.random"}' |
                gitxplorer serve --sandbox

            Every flag has an environment variable: GITXPLORER_API_URL for --api-url, and so on.
            A token belongs to one host. It comes from --token-file, GITXPLORER_TOKEN (not with \
            --sandbox), GH_TOKEN or GITHUB_TOKEN (for api.github.com and *.ghe.com), \
            GH_ENTERPRISE_TOKEN or GITHUB_ENTERPRISE_TOKEN (for other hosts), or what login stored \
            for the host, in this order.
            """,
        version: ServerVersion.current,
        groupedSubcommands: [
            CommandGroup(
                name: "Explore",
                subcommands: [
                    PeopleCommand<0>.self, PeopleCommand<1>.self, PeopleCommand<2>.self,
                    PeopleCommand<3>.self, PeopleCommand<4>.self, PeopleCommand<5>.self,
                    PeopleCommand<6>.self, PeopleCommand<7>.self, PeopleCommand<8>.self,
                    PeopleCommand<9>.self, PeopleCommand<10>.self, PeopleCommand<11>.self,
                    BrowseCommand.self, WebCommand.self,
                ]),
            CommandGroup(name: "Sign in", subcommands: [LoginCommand.self, LogoutCommand.self]),
            CommandGroup(
                name: "Programs",
                subcommands: [CallCommand.self, SchemaCommand.self, CacheCommand.self]),
            CommandGroup(
                name: "Servers",
                subcommands: [
                    SandboxCommand.self, ProxyCommand.self, MCPCommand.self, ServeCommand.self,
                ]),
        ])

    /// What the command line says to do.
    typealias Work = @Sendable () async throws -> Void

    /// Reads the command line, and confines a server. This is done while there is one thread.
    ///
    /// Ends the process for help, the version and errors.
    static func work() -> Work {
        do {
            let environment = Process.environment
            let arguments = try EnvironmentArguments(environment: environment)
                .arguments(Array(CommandLine.arguments.dropFirst()))
            // Only the task that runs it uses it from now on.
            nonisolated(unsafe) let command = try parsed(arguments)
            try (command as? any ConfinedCommand)?.confine(environment: environment)
            return {
                if var command = command as? any AsyncParsableCommand {
                    try await command.run()
                } else {
                    var command = command
                    try command.run()
                }
            }
        } catch {
            end(error)
        }
    }

    /// Runs the command; an error ends the process.
    static func run(_ work: Work) async {
        do {
            try await work()
        } catch {
            end(error)
        }
    }

    /// Reads the command line by the one subcommand that it names.
    ///
    /// The whole tree of commands takes 7 million instructions more; with it, a start would miss its
    /// target of 40 million. What the subcommand does not accept, `--help` included, is left
    /// to the tree, whose errors and texts name the whole command.
    private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        let (named, names) = command(namedBy: arguments)
        if !names.isEmpty,
            let command = try? named.parseAsRoot(Array(arguments.dropFirst(names.count))),
            type(of: command) == named
        {
            return command
        }
        try checkName(of: arguments.first ?? "")
        try checkMethod(Array(CommandLine.arguments.dropFirst()))
        return try parseAsRoot(arguments)
    }

    /// The innermost command that the arguments name, and the names.
    static func command(
        namedBy arguments: [String]
    ) -> (command: any ParsableCommand.Type, names: [String]) {
        var command: any ParsableCommand.Type = GitXplorer.self
        var names: [String] = []
        for name in arguments {
            guard
                // Servers come last. Their start makes no description of what only people need.
                let next = command.configuration.subcommands.last(where: {
                    $0.configuration.commandName == name
                })
            else { break }
            command = next
            names.append(name)
        }
        return (command, names)
    }

    /// Refuses a subcommand that does not exist, and names the nearest one.
    private static func checkName(of word: String) throws {
        let names = ["help"] + configuration.subcommands.compactMap { $0.configuration.commandName }
        if word.isEmpty || word.hasPrefix("-") || names.contains(word) { return }
        let nearest = EditDistance.nearest(to: word, among: names)
        let remedy =
            nearest.map { "did you mean '\($0)'?" } ?? "there are \(names.joined(separator: ", "))."
        throw CommandError.usage(
            "there is no command '\(word)'; \(remedy) See 'gitxplorer --help'.")
    }

    /// Refuses a method that does not exist before anything else that may follow from it.
    private static func checkMethod(_ words: [String]) throws {
        guard words.count > 1, ["call", "schema"].contains(words[0]), !words[1].hasPrefix("-"),
            MethodCatalog.method(words[1]) == nil, Set(words).isDisjoint(with: ["--help", "-h"])
        else { return }
        throw CommandError.noMethod(words[1])
    }

    /// Help and versions go to stdout; a mistake is one line on stderr and exit status 64.
    private static func end(_ error: any Error) -> Never {
        // For any error, ArgumentParser makes the help text before it looks for the status.
        if let error = error as? ExitCode { Process.end(error.rawValue) }
        if let error = CommandError(error) {
            complain(error.sentence, error.status)
        }
        if exitCode(for: error) == .success { exit(withError: error) }
        let lines = message(for: error).split(separator: "\n").map {
            $0.trimmingPrefix(while: \.isWhitespace)
        }
        var sentence = lines.joined(separator: " ")
        sentence += sentence.hasSuffix(".") || sentence.hasSuffix("?") ? "" : "."
        let (command, names) = command(namedBy: Array(CommandLine.arguments.dropFirst()))
        sentence = suggesting(sentence, of: command)
        if Word.all.contains(where: { [$0.name] == names && !$0.subject.isEmpty }),
            sentence.prefixMatch(of: /Unknown option '-[^-]|Missing expected argument/) != nil,
            CommandLine.arguments.prefix(while: { $0 != "--" }).contains(where: {
                $0.prefixMatch(of: /-[^-]/) != nil
            })
        {
            sentence += " Words that begin with - come after --."
        }
        sentence += " See '\((["gitxplorer"] + names).joined(separator: " ")) --help'."
        complain(sentence, ExitStatus.usage.rawValue)
    }

    /// The sentence about an unknown flag with the command's nearest one instead of ArgumentParser's,
    /// which may be like it in nothing but length.
    private static func suggesting(
        _ sentence: String, of command: any ParsableCommand.Type
    ) -> String {
        let shape = /(Unknown option '--([^']+)'\.)(?: Did you mean '[^']*'\?)?/
        guard let match = sentence.wholeMatch(of: shape) else { return sentence }
        let (name, names) = (String(match.2), EnvironmentArguments.names(of: command))
        let nearest =
            names.contains("no-\(name)")
            ? "no-\(name)" : EditDistance.nearest(to: name, among: names)
        return match.1 + (nearest.map { " Did you mean '--\($0)'?" } ?? "")
    }

    private static func complain(_ sentence: String, _ status: Int32) -> Never {
        let sentence = EnvironmentArguments(environment: Process.environment)
            .namingVariable(in: sentence, of: Array(CommandLine.arguments.dropFirst()))
        Process.complain(sentence.withoutEngineUsers)
        Process.end(status)
    }
}
