import ArgumentParser
import ExplorerRPC
import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#endif

/// `gitxplorer schema`: the OpenRPC document, and the files of `Schemas/`.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the OpenRPC document, or write the schema files.",
        discussion: """
            gitxplorer schema                  prints what rpc.discover answers
            gitxplorer schema --write Schemas  writes openrpc.json, METHOD.params.json, \
            METHOD.result.json and errors.json into Schemas
            """)

    @Option(help: ArgumentHelp("Write the schema files into this directory.", valueName: "dir"))
    var write: String?

    @Option(
        help: ArgumentHelp(
            "Write the method and error tables into this file, between their markers.",
            visibility: .hidden))
    var writeTables: String?

    func run() throws {
        if let write { try writeSchemas(to: write) }
        if let writeTables { try fillTables(of: writeTables) }
        if write == nil, writeTables == nil {
            Process.writeAll(OpenRPCDocument.value.pretty() + "\n", to: STDOUT_FILENO)
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
