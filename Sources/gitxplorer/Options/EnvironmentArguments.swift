import ArgumentParser
import JSONCore
import ServerEnvironment

/// Gives every flag an environment variable: `GITXPLORER_API_URL` for `--api-url`.
///
/// Arguments from the environment precede those of the command line, so that the command line wins.
/// A flag without a value is set by `1`, `true`, `yes` or `on`, and not set by `0`, `false`, `no`
/// or `off`. The values of a repeatable flag are separated by commas.
struct EnvironmentArguments {
    let environment: [String: String]

    /// The address of the shared cache may contain a password there, but not on the command line.
    private static let excluded = ["help", "version", SharedCacheOptions.flag]

    /// A command line with the environment's arguments inserted.
    func arguments(_ commandLine: [String]) throws(CommandError) -> [String] {
        // Describing a command takes longer than all other parsing.
        guard environment.keys.contains(where: { $0.hasPrefix(FlagVariable.prefix) }) else {
            return commandLine
        }
        let (command, names) = GitXplorer.command(namedBy: commandLine)
        var arguments = names
        for flag in flags(of: command) { arguments += try self.arguments(flag) }
        return arguments + commandLine.dropFirst(names.count)
    }

    /// The flags in ArgumentParser's description of a command.
    private func flags(of command: any ParsableCommand.Type) -> [JSONValue] {
        do {
            _ = try command.parseAsRoot(["--experimental-dump-help"])
            return []
        } catch {
            let description = try? JSONParser().parse(Array(command.message(for: error).utf8))
            return description?["command"]?["arguments"]?.arrayValue ?? []
        }
    }

    private func arguments(_ flag: JSONValue) throws(CommandError) -> [String] {
        guard let name = flag["preferredName"]?["name"]?.stringValue,
            !Self.excluded.contains(name)
        else { return [] }
        let variable = FlagVariable.name(of: name)
        guard let value = environment[variable], !value.isEmpty else { return [] }
        if flag["kind"] == "flag" {
            switch value.lowercased() {
            case "1", "true", "yes", "on": return ["--\(name)"]
            case "0", "false", "no", "off": return []
            default:
                throw .usage(
                    "\(variable) takes 1, true, yes or on, or 0, false, no or off, found '\(value)'."
                )
            }
        }
        let isRepeatable = flag["isRepeating"] == true
        let values = isRepeatable ? value.split(separator: ",").map(String.init) : [value]
        return values.flatMap { value in
            // In one word with its flag, a value may begin with a dash. A combining character would
            // change the "=" at which ArgumentParser splits the word.
            "=\(value)".first == "=" ? ["--\(name)=\(value)"] : ["--\(name)", value]
        }
    }
}
