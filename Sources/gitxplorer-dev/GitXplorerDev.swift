import ArgumentParser
import FoundationEssentials

/// `gitxplorer-dev`: writes what the documents have from the server's tables; `Schemas/` is written by
/// `gitxplorer schema --write`. It is not installed.
@main
struct GitXplorerDev: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gitxplorer-dev",
        abstract: "Write the manual page, and the tables between their markers in the pages.",
        discussion: "gitxplorer --experimental-dump-help | gitxplorer-dev Documentation")

    @Argument(help: "The folder. The description of the commands is on stdin.")
    var folder: String

    func run() throws {
        try write(try manualPage(), to: "gitxplorer.1")
        var missing = PageTables.all
        for file in try FileManager.default.contentsOfDirectory(atPath: folder)
        where file.hasSuffix(".md") {
            let page = try String(contentsOf: place(of: file), encoding: .utf8)
            var text = page
            for (name, table) in PageTables.all where Self.fill(name, with: table, in: &text) {
                missing[name] = nil
            }
            if text != page { try write(text, to: file) }
        }
        if let name = missing.keys.min() {
            throw ValidationError("no page in '\(folder)' has the markers of '\(name)'")
        }
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

    /// Puts a table between its markers, `<!-- NAME -->` and `<!-- /NAME -->`; false without them.
    private static func fill(_ name: String, with table: String, in text: inout String) -> Bool {
        guard let start = text.firstRange(of: "<!-- \(name) -->"),
            let end = text.firstRange(of: "<!-- /\(name) -->"),
            start.upperBound <= end.lowerBound
        else { return false }
        text.replaceSubrange(start.upperBound..<end.lowerBound, with: "\n\(table)\n")
        return true
    }

    private func place(of file: String) -> URL { URL(filePath: folder).appending(path: file) }

    private func write(_ text: String, to file: String) throws {
        try Data(text.utf8).write(to: place(of: file), options: .atomic)
    }
}
