import ArgumentParser
import ExplorerRPC
import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#endif

/// `gitxplorer schema`: the OpenRPC document, one method for people, and what is generated.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Show one method or the OpenRPC document, or write the schema files.",
        discussion: """
            gitxplorer schema                  prints what rpc.discover answers
            gitxplorer schema user.summary     tells of one method, with an example
            gitxplorer schema --write Schemas  writes the schema files into Schemas

            --write writes openrpc.json, errors.json, METHOD.params.json and METHOD.result.json.
            """)

    @Argument(help: "Name of a method, such as user.summary.")
    var method: String?

    @Option(help: ArgumentHelp("Write the schema files into this directory.", valueName: "dir"))
    var write: String?

    @Option(
        help: ArgumentHelp(
            "Write the types of results, params and errors for clients in other languages into this directory: python/src/gitxplorer/types.py and typescript/gitxplorer.d.ts.",
            valueName: "dir"))
    var writeTypes: String?

    @Option(
        help: ArgumentHelp(
            "Write the method and error tables into this file, between their markers.",
            visibility: .hidden))
    var writeTables: String?

    @Option(help: ArgumentHelp("Write the manual page into this file.", visibility: .hidden))
    var writeManual: String?

    func run() throws {
        if let write { try writeSchemas(to: write) }
        if let writeTypes { try writeTypeFiles(to: writeTypes) }
        if let writeTables { try fillTables(of: writeTables) }
        if let writeManual { try writeFile(ManualPage().text, "--write-manual", writeManual) }
        if let method { return try show(method) }
        if [write, writeTypes, writeTables, writeManual].allSatisfy({ $0 == nil }) {
            Process.writeAll(OpenRPCDocument.value.pretty() + "\n", to: STDOUT_FILENO)
        }
    }

    private func show(_ method: String) throws {
        guard let page = MethodPage(method) else {
            let remedy =
                MethodPage.suggestion(for: method).map { "did you mean \($0)?" }
                ?? "see README.md, or 'gitxplorer schema', for the methods that there are."
            throw CommandError.usage("there is no method '\(method)': \(remedy)")
        }
        Process.writeAll(page.text, to: STDOUT_FILENO)
    }

    private func writeTypeFiles(to directory: String) throws {
        let files = [
            ("python/src/gitxplorer/types.py", PythonTypes.text),
            ("typescript/gitxplorer.d.ts", TypeScriptTypes.text),
        ]
        for (path, text) in files { try writeFile(text, "--write-types", "\(directory)/\(path)") }
    }

    /// Makes the directories on the way.
    private func writeFile(_ text: String, _ flag: String, _ path: String) throws {
        do {
            let url = URL(filePath: path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url, options: .atomic)
        } catch {
            throw ValidationError("\(flag) cannot write '\(path)': \(error)")
        }
    }

    /// Removes the JSON files of methods that are no more.
    private func writeSchemas(to directory: String) throws {
        let files = SchemaFiles.all
        do {
            let manager = FileManager.default
            try manager.createDirectory(atPath: directory, withIntermediateDirectories: true)
            let names = Set(files.map(\.name))
            for name in try manager.contentsOfDirectory(atPath: directory)
            where isSchemaFile(name) && !names.contains(name) {
                try manager.removeItem(atPath: "\(directory)/\(name)")
            }
            for file in files {
                try Data(file.text.utf8).write(
                    to: URL(filePath: "\(directory)/\(file.name)"), options: .atomic)
            }
        } catch {
            throw ValidationError("--write cannot write into '\(directory)': \(error)")
        }
    }

    private func isSchemaFile(_ name: String) -> Bool {
        name.hasSuffix(".params.json") || name.hasSuffix(".result.json")
    }

    private func fillTables(of path: String) throws {
        let url = URL(filePath: path)
        guard let text = try? String(contentsOf: url, encoding: .utf8),
            let filled = ReadmeTables.filling(text)
        else {
            throw ValidationError("--write-tables finds no table markers in '\(path)'.")
        }
        try Data(filled.utf8).write(to: url, options: .atomic)
    }
}
