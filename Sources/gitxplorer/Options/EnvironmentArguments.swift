import ArgumentParser
import ServerEnvironment

/// Gives every flag an environment variable: `GITXPLORER_API_URL` for `--api-url`.
///
/// Arguments from the environment precede those of the command line, so that the command line wins.
/// A flag without a value is set by `1`, `true`, `yes` or `on`, and not set by `0`, `false`, `no`
/// or `off`. The values of a repeatable flag are separated by commas.
struct EnvironmentArguments {
    let environment: [String: String]

    /// A command line with the environment's arguments inserted.
    func arguments(_ commandLine: [String]) throws(CommandError) -> [String] {
        // Listing a command's flags takes longer than all other parsing.
        guard environment.keys.contains(where: { $0.hasPrefix(FlagVariable.prefix) }) else {
            return commandLine
        }
        var command: any ParsableCommand.Type = GitXplorer.self
        var rest = commandLine[...]
        while let name = rest.first, let next = command.subcommand(name) {
            command = next
            rest = rest.dropFirst()
        }
        var arguments = Array(commandLine.prefix(commandLine.count - rest.count))
        let info = CommandInfo(dumpedHelp: Array(command._dumpHelp().utf8))
        for option in info.options { arguments += try self.arguments(option) }
        return arguments + rest
    }

    private func arguments(_ flag: CommandInfo.Argument) throws(CommandError) -> [String] {
        // It may hold a password there, but not on the command line.
        if flag.name == SharedCacheOptions.flag { return [] }
        let variable = FlagVariable.name(of: flag.name)
        guard let value = environment[variable], !value.isEmpty else { return [] }
        if flag.kind == .flag {
            switch value.lowercased() {
            case "1", "true", "yes", "on": return ["--\(flag.name)"]
            case "0", "false", "no", "off": return []
            default:
                throw .usage(
                    "\(variable) takes 1, true, yes or on, or 0, false, no or off, found '\(value)'."
                )
            }
        }
        let values = flag.isRepeating ? value.split(separator: ",").map(String.init) : [value]
        // In one word with its flag, a value may begin with a dash.
        return values.map { "--\(flag.name)=\($0)" }
    }
}

extension ParsableCommand {
    fileprivate static func subcommand(_ name: String) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first { $0._commandName == name }
    }
}
