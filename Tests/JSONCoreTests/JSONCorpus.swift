import Foundation
import Testing

/// The texts of `Tests/JSONCorpus`, which also go through the server, framed.
enum JSONCorpus {
    struct Case: Sendable, CustomTestStringConvertible {
        /// The line of the file, for the test's report.
        let testDescription: String
        let text: [UInt8]
        /// The parsed text, written again; given only if the RFC leaves the verdict open.
        let value: [UInt8]?
    }

    static func read(_ name: String) throws -> [Case] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../JSONCorpus/\(name).txt")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        return lines.filter { $0.hasPrefix("|") }.map { line in
            let parts = line.dropFirst().split(
                separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
            return Case(
                testDescription: "\(line.prefix(100))", text: bytes(parts[0]),
                value: parts.count < 2 || parts[1] == "-" ? nil : bytes(parts[1]))
        }
    }

    /// Decodes `%` and two hexadecimal digits.
    private static func bytes(_ text: Substring) -> [UInt8] {
        var rest = Array(text.utf8)[...]
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                let digits = String(decoding: rest.prefix(2), as: UTF8.self)
                bytes.append(UInt8(digits, radix: 16) ?? 0)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}
