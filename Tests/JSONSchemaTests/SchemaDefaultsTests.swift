import JSONCore
import Testing

@testable import JSONSchema

@Suite struct SchemaDefaultsTests {
    private let options = Schema.object([
        .optional("count", .integer(1...100), default: 15),
        .optional("sort", .string(), default: "id"),
        .optional("seed", .integer()),
    ])

    private func check(_ members: JSONObject, gives expected: JSONObject) {
        let completed = options.applyingDefaults(to: members)
        #expect(completed == expected)
        #expect(JSONValue.object(completed).text == JSONValue.object(expected).text)
    }

    @Test func `missing members get their defaults, others stay unchanged`() {
        check([:], gives: ["count": 15, "sort": "id"])
        check(["count": 3], gives: ["count": 3, "sort": "id"])
        check(
            ["sort": "x", "seed": 1, "more": 2, "count": 1.0],
            gives: ["sort": "x", "seed": 1, "more": 2, "count": 1])
        check(["count": nil], gives: ["count": nil, "sort": "id"])
    }

    @Test func `a default satisfies its own schema`() {
        #expect(options.validate(.object(options.applyingDefaults(to: [:]))).isEmpty)
    }
}
