import Foundation

/// A directory that is removed with the value that made it.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        let name = "gitxplorer-cache-\(UUID().uuidString)"
        path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String = "cache.sqlite") -> String {
        path + "/" + name
    }

    /// In bytes.
    func size(of name: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: file(name))[.size] as? Int ?? 0
    }

    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }
}
