import ArgumentParser
import ExplorerRPC
import FoundationEssentials
import Glibc
import JSONCore

/// `gitxplorer schema`: prints the OpenRPC document or one method, or writes the schema files.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Show one method or the OpenRPC document, or write the schema files.",
        discussion: """
            gitxplorer schema                  prints the result of rpc.discover
            gitxplorer schema --list           lists the methods, one line each
            gitxplorer schema user.summary     describes one method, with an example
            gitxplorer schema --write Schemas  writes the schema files into Schemas

            --write writes openrpc.json, errors.json, METHOD.params.json and METHOD.result.json.
            """)

    @Argument(
        help: "Name of a method, such as user.summary.",
        completion: .list(MethodCatalog.methods.map { $0.name }))
    var method: String?

    @Flag(help: "List the methods, one line each.")
    var list = false

    @Option("Write the schema files into this directory.", valueName: "dir")
    var write: String?

    func run() throws {
        if list, method != nil { throw ValidationError("--list takes no method.") }
        if let write { try writeSchemas(to: write) }
        if let method { return try show(method) }
        if list {
            let rows = MethodCatalog.methods.map { method in
                let documentation = method.documentation
                let sentence = documentation.summary.prefix { !".:".contains($0) }
                return [method.name, documentation.title ?? String(sentence)]
            }
            Process.show(rows.aligned(to: 80).joined(separator: "\n") + "\n")
            return
        }
        if write == nil { Process.show(OpenRPCDocument.value.pretty() + "\n") }
    }

    private func show(_ method: String) throws {
        guard let page = MethodPage(method) else { throw CommandError.noMethod(method) }
        Process.show(page.text)
    }

    /// Also removes the JSON files of methods that no longer exist.
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
}
