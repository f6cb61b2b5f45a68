import ArgumentParser
import JSONCore

/// A command as ArgumentParser describes it: for the environment, and for the manual page.
struct CommandInfo {
    struct Argument {
        enum Kind: String {
            case positional, option, flag
        }

        let kind: Kind
        /// The long name of a flag or option without its dashes, that of a positional's value.
        let name: String
        /// What stands for the value in help.
        let valueName: String
        let meaning: String
        let defaultValue: String?
        let isOptional: Bool
        let isRepeating: Bool
        let isHidden: Bool

        /// Nil for what every command has, and for what has no long name.
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

    let name: String
    let abstract: String
    let discussion: String
    let arguments: [Argument]
    /// Commands in it, without `help`.
    let commands: [CommandInfo]

    init(_ command: any ParsableCommand.Type) {
        let description = try? JSONParser().parse(command._dumpHelp())
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

    /// Flags and options, the hidden ones too.
    var options: [Argument] { arguments.filter { $0.kind != .positional } }
}
