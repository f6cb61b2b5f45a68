import Foundation
import Glibc
import LinuxSystem

/// A directory for one test, removed with its contents.
package final class TemporaryDirectory: Sendable {
    package let path: String

    package init() throws {
        var template = Array("/tmp/gitxplorer-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Errno.current }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    package func file(_ name: String) -> String {
        "\(path)/\(name)"
    }

    /// In bytes.
    package func size(of name: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: file(name))[.size] as? Int ?? 0
    }

    package var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }
}
