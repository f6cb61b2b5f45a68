import Foundation
import JSONCore
import JSONSchema
import Testing

/// The validator on schemas and values that Python's `jsonschema` has judged.
///
/// `Tests/Agreement/cases.jsonl` holds them; `Tests/Agreement/test_cases.py` checks that the
/// verdicts in it are Python's.
@Suite struct PythonAgreementTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Agreement/cases.jsonl")

    @Test func `the validator gives the verdicts of Python's jsonschema`() throws {
        let lines = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count > 500)
        for line in lines {
            let record = try JSONParser().parse(String(line))
            let schema = try Schema(json: try #require(record["schema"]))
            for (verdict, isValid) in [("accepted", true), ("refused", false)] {
                for value in record[verdict]?.arrayValue ?? [] {
                    #expect(
                        schema.validate(value).isEmpty == isValid,
                        "\(value.text) is \(verdict) by \(record["schema"]?.text ?? "")")
                }
            }
        }
    }
}
