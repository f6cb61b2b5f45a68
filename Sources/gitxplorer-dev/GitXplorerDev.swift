import ArgumentParser
import FoundationEssentials
import GitHubSandbox

/// `gitxplorer-dev`: writes the files that follow from the server's tables, except `Schemas/`, which
/// `gitxplorer schema --write` writes. It is not installed.
@main
struct GitXplorerDev: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gitxplorer-dev",
        abstract: "Write the files that are generated from the server's tables.",
        discussion: "gitxplorer --experimental-dump-help | gitxplorer-dev --manual gitxplorer.1")

    @Option(
        help: ArgumentHelp(
            "Write the tables of methods, errors and tokens between their markers in this file.",
            valueName: "file"))
    var tables: String?

    @Option(
        help: ArgumentHelp(
            "Write the manual page, from the description of the commands on stdin.",
            valueName: "file"))
    var manual: String?

    @Option(
        help: ArgumentHelp(
            "Write the table of the sandbox's endpoints between its markers in this file.",
            valueName: "file"))
    var sandbox: String?

    func run() throws {
        if let tables {
            try fill(
                tables,
                [
                    "methods": ReadmeTables.methods, "errors": ReadmeTables.errors,
                    "tokens": ReadmeTables.tokens,
                ])
        }
        if let manual { try write(try manualPage(), to: manual) }
        if let sandbox { try fill(sandbox, ["endpoints": EndpointTable.markdown]) }
    }

    private func manualPage() throws -> String {
        struct Output: Decodable {
            let command: CommandDescription
        }
        var input = ""
        while let line = readLine(strippingNewline: false) { input += line }
        do {
            let output = try JSONDecoder().decode(Output.self, from: Data(input.utf8))
            return ManualPage(of: output.command).text
        } catch {
            throw ValidationError("expected the output of --experimental-dump-help on stdin")
        }
    }

    /// Puts each table between its markers, `<!-- NAME -->` and `<!-- /NAME -->`.
    private func fill(_ path: String, _ tables: [String: String]) throws {
        var text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        for (name, table) in tables {
            guard let start = text.firstRange(of: "<!-- \(name) -->"),
                let end = text.firstRange(of: "<!-- /\(name) -->"),
                start.upperBound <= end.lowerBound
            else { throw ValidationError("there are no markers of '\(name)' in '\(path)'") }
            text.replaceSubrange(start.upperBound..<end.lowerBound, with: "\n\(table)\n")
        }
        try write(text, to: path)
    }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    }
}
