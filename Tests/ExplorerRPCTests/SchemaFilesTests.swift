import Foundation
import JSONCore
import JSONSchema
import Testing

@testable import ExplorerRPC

/// `Schemas/` is generated, committed, and compared here.
@Suite struct SchemaFilesTests {
    private let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test func `Schemas holds exactly what the method table generates`() throws {
        let folder = root.appending(path: "Schemas")
        let files = SchemaFiles.all
        for file in files {
            let committed = try? String(
                contentsOf: folder.appending(path: file.name), encoding: .utf8)
            #expect(
                committed == file.text,
                "Schemas/\(file.name) differs from the method table; accept with: make schemas")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(
            names.filter { $0.hasSuffix(".json") }.sorted() == files.map(\.name).sorted(),
            "Schemas/ has other files than the method table; accept with: make schemas")
    }

    @Test func `an object with members has a name in every language`() {
        for method in MethodCatalog.methods {
            #expect(unnamed(in: method.resultSchema) == [], "\(method.name)")
            for param in method.documentation.allParams {
                #expect(unnamed(in: param.schema) == [], "\(method.name)")
            }
        }
    }

    private func unnamed(in schema: Schema) -> [String] {
        switch schema.rule {
        case .array(let inner, _), .map(let inner), .nullable(let inner): unnamed(in: inner)
        case .anyOf(let schemas): schemas.flatMap(unnamed)
        case .object:
            (schema.json { $0 }["title"] == nil ? schema.properties.map(\.name) : [])
                + schema.properties.flatMap { unnamed(in: $0.schema) }
        default: []
        }
    }
}
