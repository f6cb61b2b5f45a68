import JSONCore
import Testing

@testable import JSONSchema

@Suite struct SchemaDefaultsTests {
    private static let options = Schema.object([
        .optional("count", .integer(1...100), default: 15),
        .optional("sort", .string(), default: "id"),
        .optional("seed", .integer()),
    ])

    private func check(_ schema: Schema, _ value: JSONValue, gives expected: JSONValue) {
        let completed = schema.applyingDefaults(to: value, definitions: ["Options": Self.options])
        #expect(completed == expected)
        #expect(completed.text == expected.text)
    }

    @Test func `missing members get their defaults, others stay`() {
        check(Self.options, [:], gives: ["count": 15, "sort": "id"])
        check(Self.options, ["count": 3], gives: ["count": 3, "sort": "id"])
        check(
            Self.options, ["sort": "x", "seed": 1, "more": 2, "count": 1.0],
            gives: ["sort": "x", "seed": 1, "more": 2, "count": 1])
        check(Self.options, ["count": nil], gives: ["count": nil, "sort": "id"])
    }

    @Test func `defaults reach every depth`() {
        let full: JSONValue = ["count": 15, "sort": "id"]
        check(.array(of: Self.options), [[:], [:]], gives: [full, full])
        check(.map(of: Self.options), ["b": [:], "a": [:]], gives: ["b": full, "a": full])
        check(.nullable(Self.options), [:], gives: full)
        check(.nullable(Self.options), nil, gives: nil)
        check(.ref("Options"), [:], gives: full)
        check(.anyOf([.string(), Self.options]), [:], gives: full)
        check(.object([.required("o", .ref("Options"))]), ["o": [:]], gives: ["o": full])
    }

    @Test func `what is of another kind is left as it is`() {
        check(Self.options, "x", gives: "x")
        check(.anyOf([.string()]), 1, gives: 1)
        check(.ref("none"), [:], gives: [:])
    }

    @Test func `a default is valid by its own schema`() {
        let value = Self.options.applyingDefaults(to: [:])
        #expect(Self.options.validate(value).isEmpty)
    }
}
