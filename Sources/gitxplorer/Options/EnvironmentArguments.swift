import ArgumentParser

/// Gives every flag its environment variable: `GITXPLORER_API_URL` for `--api-url`.
///
/// What the environment sets is put before what the command line says, so that the command line
/// wins. A flag without a value is set by `1`, `true`, `yes` or `on`; one that may be repeated
/// takes its values separated by commas.
struct EnvironmentArguments {
    let environment: [String: String]

    /// The command line of a command with the environment's part put in.
    func arguments(_ commandLine: [String]) -> [String] {
        // Asking a command for its flags takes longer than all the rest of the parsing.
        guard environment.keys.contains(where: { $0.hasPrefix(Self.prefix) }) else {
            return commandLine
        }
        var command: any ParsableCommand.Type = GitXplorer.self
        var rest = commandLine[...]
        while let name = rest.first, let next = command.subcommand(name) {
            command = next
            rest = rest.dropFirst()
        }
        return commandLine.prefix(commandLine.count - rest.count)
            + CommandInfo(command).options.flatMap(arguments) + rest
    }

    /// `api-url` gives `GITXPLORER_API_URL`.
    static func variable(for flag: String) -> String {
        prefix + flag.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
    }

    private static let prefix = "GITXPLORER_"

    private func arguments(_ flag: CommandInfo.Argument) -> [String] {
        guard let value = environment[Self.variable(for: flag.name)], !value.isEmpty else {
            return []
        }
        let option = "--\(flag.name)"
        if flag.kind == .flag {
            return ["1", "true", "yes", "on"].contains(value.lowercased()) ? [option] : []
        }
        let values = flag.isRepeating ? value.split(separator: ",").map(String.init) : [value]
        return values.flatMap { [option, $0] }
    }
}

extension ParsableCommand {
    fileprivate static func subcommand(_ name: String) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first { $0._commandName == name }
    }
}
