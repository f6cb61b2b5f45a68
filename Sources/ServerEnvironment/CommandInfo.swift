import JSONCore

/// A command as ArgumentParser describes it, for the environment and the manual page.
package struct CommandInfo {
    package struct Argument {
        package enum Kind: String {
            case positional, option, flag
        }

        package let kind: Kind
        /// The long name of a flag or option without its dashes, or a positional's value name.
        package let name: String
        /// The value's name in help.
        package let valueName: String
        package let meaning: String
        package let defaultValue: String?
        package let isOptional: Bool
        package let isRepeating: Bool
        package let isHidden: Bool

        /// Nil for arguments of every command and for those without a long name.
        fileprivate init?(_ description: JSONValue) {
            guard let kind = description["kind"]?.stringValue.flatMap(Kind.init) else { return nil }
            let valueName = description["valueName"]?.stringValue ?? ""
            let long = description["names"]?.arrayValue?.first {
                $0["kind"]?.stringValue == "long"
            }
            let name = kind == .positional ? valueName : long?["name"]?.stringValue
            guard let name, !["help", "version"].contains(name) else { return nil }
            self.kind = kind
            self.name = name
            self.valueName = valueName
            meaning = description["abstract"]?.stringValue ?? ""
            defaultValue = description["defaultValue"]?.stringValue
            isOptional = description["isOptional"]?.boolValue ?? false
            isRepeating = description["isRepeating"]?.boolValue ?? false
            isHidden = description["shouldDisplay"]?.boolValue == false
        }
    }

    package let name: String
    package let abstract: String
    package let discussion: String
    package let arguments: [Argument]
    /// Its subcommands, without `help`.
    package let commands: [CommandInfo]

    /// - Parameter text: the output of a command with `--experimental-dump-help`.
    package init(dumpedHelp text: [UInt8]) {
        let description = try? JSONParser().parse(text)
        self.init(description?["command"] ?? nil)
    }

    private init(_ description: JSONValue) {
        name = description["commandName"]?.stringValue ?? ""
        abstract = description["abstract"]?.stringValue ?? ""
        discussion = description["discussion"]?.stringValue ?? ""
        arguments = (description["arguments"]?.arrayValue ?? []).compactMap(Argument.init)
        commands = (description["subcommands"]?.arrayValue ?? []).map(CommandInfo.init)
            .filter { $0.name != "help" }
    }

    /// Flags and options, including hidden ones.
    package var options: [Argument] { arguments.filter { $0.kind != .positional } }
}
