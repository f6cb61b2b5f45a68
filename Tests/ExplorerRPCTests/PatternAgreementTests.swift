import Foundation
import JSONCore
import Testing

@testable import ExplorerRPC
@testable import JSONSchema

/// The text rules of the method table on texts that Python has judged by the printed patterns.
///
/// `Tests/Agreement/patterns.jsonl` holds them, and `Tests/Agreement/test_cases.py` checks that the
/// judgments are Python's.
@Suite struct PatternAgreementTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Agreement/patterns.jsonl")

    @Test func `a text rule accepts what its printed pattern matches`() throws {
        var byPattern: [String: TextRule] = [:]
        let schemas = MethodCatalog.methods.flatMap {
            [$0.documentation.paramsSchema, $0.resultSchema]
        }
        for rule in (schemas + TypeSchemas.definitions.values).flatMap(rules) {
            byPattern[rule.pattern] = rule
        }
        var judged: Set<String> = []
        for line in try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n") {
            let record = try JSONParser().parse(String(line))
            let pattern = try #require(record["pattern"]?.stringValue)
            let rule = try #require(byPattern[pattern], "no rule prints \(pattern)")
            judged.insert(pattern)
            for (verdict, isAccepted) in [("accepted", true), ("refused", false)] {
                for text in record[verdict]?.arrayValue?.compactMap(\.stringValue) ?? [] {
                    #expect(
                        rule.accepts(text) == isAccepted,
                        "\(JSONValue.string(text).text) is \(verdict) by \(pattern)")
                }
            }
        }
        #expect(judged == Set(byPattern.keys))
    }

    private func rules(in schema: Schema) -> [TextRule] {
        switch schema.rule {
        case .string(let text, _, _, _): text.map { [$0] } ?? []
        case .array(let inner, _), .map(let inner), .nullable(let inner): rules(in: inner)
        case .anyOf(let schemas): schemas.flatMap(rules)
        case .object: schema.properties.flatMap { rules(in: $0.schema) }
        default: []
        }
    }
}
