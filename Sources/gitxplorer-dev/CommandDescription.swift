/// A command in the output of `--experimental-dump-help`, as far as the manual page needs it.
struct CommandDescription: Decodable {
    struct Argument: Decodable {
        enum Kind: String, Decodable {
            case positional, option, flag
        }

        struct Name: Decodable {
            let name: String
        }

        let kind: Kind
        let preferredName: Name?
        let valueName: String?
        let abstract: String?
        let defaultValue: String?
        let isOptional: Bool
        let shouldDisplay: Bool

        /// The name without its dashes, or a positional argument's value name.
        var name: String { preferredName?.name ?? valueName ?? "" }
        /// As the manual page writes it.
        var placeholder: String { (valueName ?? "").uppercased() }
    }

    private let commandName: String
    let abstract: String?
    let discussion: String?
    private let arguments: [Argument]?
    private let subcommands: [CommandDescription]?

    var name: String { commandName }

    /// The subcommands without `help`.
    var commands: [CommandDescription] { (subcommands ?? []).filter { $0.name != "help" } }

    var positionals: [Argument] { (arguments ?? []).filter { $0.kind == .positional } }

    /// The flags without those of every command, and without hidden ones.
    var options: [Argument] {
        (arguments ?? []).filter {
            $0.kind != .positional && $0.shouldDisplay && !["help", "version"].contains($0.name)
        }
    }
}
