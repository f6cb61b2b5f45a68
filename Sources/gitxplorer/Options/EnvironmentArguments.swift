import ArgumentParser
import JSONCore
import ServerEnvironment

/// Gives every flag an environment variable: `GITXPLORER_API_URL` for `--api-url`.
///
/// Arguments from the environment precede those of the command line, so that the command line wins:
/// over the flag's own variable, and over those of flags that exclude it. Such a
/// variable is not read, and none is for help or the version.
/// A flag without a value is set by `1`, `true`, `yes` or `on`, and not set by `0`, `false`, `no`
/// or `off`. The values of a repeatable flag are separated by commas.
struct EnvironmentArguments {
    let environment: [String: String]

    /// The address of the shared cache may contain a password there, but not on the command line.
    private static let excluded = ["help", "version", SharedCacheOptions.flag]

    /// Of each pair one may be given.
    private static let exclusive = [("sandbox", "api-url"), ("sandbox", "no-sandbox")]

    /// They say whom to ask, and so beat the variable of `--connect`.
    private static let origins: Set = ["sandbox", "no-sandbox", "api-url", "offline"]

    /// A command line with the environment's arguments inserted.
    func arguments(_ commandLine: [String]) throws(CommandError) -> [String] {
        let given = Self.flags(in: commandLine)
        // Describing a command takes longer than all other parsing.
        let connects = given.contains("connect")
        guard
            connects && given.count > 1
                || environment.keys.contains(where: { $0.hasPrefix(FlagVariable.prefix) }),
            commandLine.prefix(while: { $0 != "--" }).allSatisfy({
                !["--help", "-h", "--version"].contains($0)
            })
        else { return commandLine }
        let (command, names) = GitXplorer.command(namedBy: commandLine)
        let flags = Self.flags(of: command)
        let beaten = try beaten(by: given, among: flags.compactMap(\.flagName), connects)
        var (inserted, words): (Set<String>, [String]) = ([], names)
        for flag in flags {
            guard let name = flag.flagName, !beaten.contains(name),
                let arguments = try arguments(flag, name)
            else { continue }
            inserted.insert(name)
            words += arguments
        }
        for (one, other) in Self.exclusive where inserted.isSuperset(of: [one, other]) {
            let names = [one, other].map(FlagVariable.name).joined(separator: " and ")
            throw .usage("\(names) exclude each other; unset one.")
        }
        return words + commandLine.dropFirst(names.count)
    }

    /// The flags whose variables do not count, because the command line has them or one that they
    /// exclude.
    ///
    /// - Throws: for a flag about GitHub beside `--connect`, since a running server has its own.
    private func beaten(
        by given: [String], among flags: [String], _ connects: Bool
    ) throws(CommandError) -> [String] {
        let excluded = Self.exclusive.flatMap { one, other in
            (given.contains(other) ? [one] : []) + (given.contains(one) ? [other] : [])
        }
        let beaten = given + excluded
        let variable = environment[FlagVariable.name(of: "connect")] ?? ""
        guard flags.contains("connect"), connects || !variable.isEmpty else { return beaten }
        let own = Self.names(of: UpstreamOptions.self)
        guard let unused = given.first(where: own.contains) else { return beaten + own }
        if !connects, !Self.origins.isDisjoint(with: given) { return beaten + ["connect"] }
        throw .noUse(for: "--\(unused)")
    }

    /// `sentence` with the name of the variable for the flag at its beginning, if the flag's value
    /// came from there.
    func namingVariable(in sentence: String, of commandLine: [String]) -> String {
        let shape =
            /(?:The value (?<value>'.*') is invalid for ')?--(?<flag>[a-z-]+)(?: <[^>]*>)?'?/
            .matchingSemantics(.unicodeScalar)
        guard let match = sentence.prefixMatch(of: shape) else { return sentence }
        let name = FlagVariable.name(of: String(match.flag))
        guard environment[name]?.isEmpty == false,
            !Self.flags(in: commandLine).contains(String(match.flag))
        else { return sentence }
        let value = match.value.map { ": the value \($0) is invalid" } ?? ""
        return "\(name)\(value)\(sentence[match.range.upperBound...])"
    }

    /// The names of the flags on a command line.
    private static func flags(in commandLine: [String]) -> [String] {
        commandLine.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }
            .map { String($0.dropFirst(2).prefix { $0 != "=" }) }
    }

    /// The names of the flags of a command or of a group of them.
    static func names(of arguments: any ParsableArguments.Type) -> [String] {
        flags(of: arguments).compactMap(\.flagName)
    }

    /// The flags in ArgumentParser's description of a command or of a group of them.
    static func flags(of arguments: any ParsableArguments.Type) -> [JSONValue] {
        let description = try? JSONParser().parse(Array(arguments._dumpHelp().utf8))
        return description?["command"]?["arguments"]?.arrayValue ?? []
    }

    /// Nil if the variable is not set.
    private func arguments(
        _ flag: JSONValue, _ name: String
    ) throws(CommandError) -> [String]? {
        let variable = FlagVariable.name(of: name)
        guard let value = environment[variable], !value.isEmpty, !Self.excluded.contains(name)
        else { return nil }
        if flag["kind"] == "flag" {
            switch value.lowercased() {
            case "1", "true", "yes", "on": return ["--\(name)"]
            case "0", "false", "no", "off": return nil
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

extension JSONValue {
    /// The name of a flag that ArgumentParser describes; nil for an argument without one.
    fileprivate var flagName: String? { self["preferredName"]?["name"]?.stringValue }
}
