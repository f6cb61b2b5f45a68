import ExplorerRPC
import ServerEnvironment

/// `gitxplorer.1`: the manual page, generated from the commands and the method table.
struct ManualPage {
    private let root: CommandDescription
    /// The commands that have each option, by its key.
    private let owners: [String: [String]]

    /// - Parameter root: the command `gitxplorer`.
    init(of root: CommandDescription) {
        self.root = root
        owners = root.commands.reduce(into: [:]) { owners, command in
            let options = ([command] + command.commands).flatMap(\.options)
            for key in Set(options.map(Self.key)) { owners[key, default: []].append(command.name) }
        }
    }

    /// The commands that share an option, which is described once for all of them.
    private func sharers(of option: CommandDescription.Argument) -> [String]? {
        owners[Self.key(option)].flatMap { $0.count > 1 ? $0 : nil }
    }

    /// Options are the same if they have the same name and the same meaning.
    private static func key(_ option: CommandDescription.Argument) -> String {
        "\(option.name) \(option.abstract ?? "")"
    }

    var text: String {
        var page = Roff(
            title: "GITXPLORER", section: 1, source: "GitXplorer \(ServerVersion.current)")
        page.section("NAME")
        let abstract = (root.abstract ?? "").dropLast()
        page.paragraph("gitxplorer - \(abstract.prefix(1).lowercased())\(abstract.dropFirst())")
        page.section("SYNOPSIS")
        page.verbatim(root.commands.map { synopsis($0) })
        page.section("DESCRIPTION")
        page.discussion(root.discussion ?? "")
        page.section("COMMANDS")
        for command in root.commands { describe(command, "gitxplorer", on: &page) }
        describeCommonOptions(on: &page)
        page.section("METHODS")
        for method in MethodCatalog.methods {
            page.term(method.name, method.documentation.summary.replacing("`", with: ""))
        }
        page.paragraph("gitxplorer schema METHOD describes the params, result and errors of one.")
        page.section("EXIT STATUS")
        for status in ExitStatus.allCases { page.term(String(status.rawValue), status.meaning) }
        page.section("ENVIRONMENT")
        describeEnvironment(on: &page)
        page.section("FILES")
        for place in Paths.places {
            page.term("$\(place.variable)/gitxplorer/\(place.file)", place.meaning)
        }
        return page.text
    }

    private func synopsis(_ command: CommandDescription) -> String {
        var words = ["gitxplorer", command.name]
        if !command.commands.isEmpty {
            words.append(command.commands.map(\.name).joined(separator: "|"))
        }
        words += command.positionals.map {
            $0.isOptional ? "[\($0.placeholder)]" : $0.placeholder
        }
        if !command.options.isEmpty || !command.commands.isEmpty { words.append("[OPTION]...") }
        return words.joined(separator: " ")
    }

    private func describe(_ command: CommandDescription, _ parent: String, on page: inout Roff) {
        let name = "\(parent) \(command.name)"
        page.subsection(name)
        page.paragraph(command.abstract ?? "")
        page.discussion(command.discussion ?? "")
        for argument in command.positionals {
            page.term(argument.placeholder, argument.abstract ?? "")
        }
        for option in command.options where sharers(of: option) == nil {
            describe(option, on: &page)
        }
        for inner in command.commands { describe(inner, name, on: &page) }
    }

    private func describeCommonOptions(on page: inout Roff) {
        page.section("COMMON OPTIONS")
        var told: Set<String> = []
        var rest = root.commands.flatMap(\.options).filter {
            sharers(of: $0) != nil && told.insert(Self.key($0)).inserted
        }
        while let names = rest.first.flatMap(sharers) {
            page.paragraph("Of \(names.joined(separator: ", ")):")
            for option in rest where sharers(of: option) == names { describe(option, on: &page) }
            rest.removeAll { sharers(of: $0) == names }
        }
    }

    private func describe(_ option: CommandDescription.Argument, on page: inout Roff) {
        let isFlag = option.kind == .flag
        let fallback = isFlag ? nil : option.defaultValue
        let opposite = option.name.dropFirst(3)
        let isInverted = owners["\(opposite) \(option.abstract ?? "")"] != nil
        page.term(
            "--\(option.name)", value: isFlag ? nil : option.placeholder,
            (isInverted ? "The opposite of --\(opposite)." : option.abstract ?? "")
                + (fallback.map { " (default: \($0))" } ?? ""))
    }

    private func describeEnvironment(on page: inout Roff) {
        page.paragraph("A flag on the command line takes precedence over its variable.")
        page.paragraph(
            "Variables that may hold a token. The first one that is set and applies to the upstream is used. --token-file takes precedence over them, and they take precedence over the token that login stored for the host."
        )
        for variable in TokenVariable.all {
            page.term(
                variable.names.joined(separator: ", "),
                "For \(variable.use.replacing("`", with: "")).")
        }
        for place in Paths.places {
            page.term(
                place.variable,
                "The base directory of \(place.file); by default ~/\(place.fallback).")
        }
        var owners: [String: [String]] = [:]
        for command in root.commands {
            let options = ([command] + command.commands).flatMap(\.options)
            for name in Set(options.map(\.name)) { owners[name, default: []].append(command.name) }
        }
        for (flag, names) in owners.sorted(by: { $0.key < $1.key }) {
            page.term(
                FlagVariable.name(of: flag),
                "--\(flag) of \(names.joined(separator: ", ")).")
        }
    }
}
