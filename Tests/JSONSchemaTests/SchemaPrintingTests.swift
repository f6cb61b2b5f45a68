import JSONCore
import Testing

@testable import JSONSchema

@Suite struct SchemaPrintingTests {
    private func check(_ schema: Schema, prints expected: String) {
        #expect(schema.json { "#/components/schemas/\($0)" }.text == expected)
    }

    @Test func `each rule prints its keywords`() {
        check(.null, prints: #"{"type":"null"}"#)
        check(.boolean, prints: #"{"type":"boolean"}"#)
        check(.integer(), prints: #"{"type":"integer"}"#)
        check(.integer(1...100), prints: #"{"type":"integer","minimum":1,"maximum":100}"#)
        check(.integer(1...), prints: #"{"type":"integer","minimum":1}"#)
        check(.number, prints: #"{"type":"number"}"#)
        check(
            .string(
                .characters("a", count: 1...2, suffix: "]"), minLength: 1, maxLength: 2,
                format: "uri"),
            prints: #"{"type":"string","minLength":1,"maxLength":2,"#
                + #""pattern":"^[a]{1,2}(\\])?$","format":"uri"}"#
        )
        check(.const(["a": 1]), prints: #"{"const":{"a":1}}"#)
        check(.enumeration(["a", "b"]), prints: #"{"type":"string","enum":["a","b"]}"#)
        check(
            .array(of: .null, maxItems: 2),
            prints: #"{"type":"array","items":{"type":"null"},"maxItems":2}"#
        )
        check(.map(of: .null), prints: #"{"type":"object","additionalProperties":{"type":"null"}}"#)
        check(
            .anyOf([.null, .boolean]), prints: #"{"anyOf":[{"type":"null"},{"type":"boolean"}]}"#)
        check(.ref("User"), prints: ##"{"$ref":"#/components/schemas/User"}"##)
    }

    @Test func `objects print required members and whether they are closed`() {
        check(.object(), prints: #"{"type":"object"}"#)
        check(
            .object(additional: false), prints: #"{"type":"object","additionalProperties":false}"#)
        check(
            .object(
                [.required("a", .boolean, "Whether."), .optional("b", .integer(), default: 1)],
                additional: false),
            prints:
                #"{"type":"object","properties":{"a":{"description":"Whether.","type":"boolean"},"#
                + #""b":{"default":1,"type":"integer"}},"required":["a"],"additionalProperties":false}"#
        )
    }

    @Test func `null is an additional type, value or alternative`() {
        check(
            .nullable(.string(maxLength: 1)), prints: #"{"type":["string","null"],"maxLength":1}"#)
        check(
            .nullable(.enumeration(["a"])), prints: #"{"type":["string","null"],"enum":["a",null]}"#
        )
        check(.nullable(.const(1)), prints: #"{"anyOf":[{"const":1},{"type":"null"}]}"#)
        check(.nullable(.null), prints: #"{"type":"null"}"#)
        check(
            .nullable(.object(additional: false)),
            prints: #"{"type":["object","null"],"additionalProperties":false}"#)
        check(
            .nullable(.nullable(.string())),
            prints: #"{"anyOf":[{"type":["string","null"]},{"type":"null"}]}"#)
        check(
            .nullable(.ref("A")),
            prints: ##"{"anyOf":[{"$ref":"#/components/schemas/A"},{"type":"null"}]}"##)
    }

    @Test func `annotations are printed first`() {
        check(
            Schema.integer().titled("T").described("D").defaulting(to: 1).secret(),
            prints:
                #"{"title":"T","description":"D","default":1,"writeOnly":true,"type":"integer"}"#
        )
        check(
            .nullable(Schema.string().described("inner")).described("outer"),
            prints: #"{"description":"outer","type":["string","null"]}"#)
    }

    @Test
    func
        `a reference with annotations is inside of allOf, as draft-07 requires`()
    {
        check(
            Schema.ref("A").described("D"),
            prints: ##"{"description":"D","allOf":[{"$ref":"#/components/schemas/A"}]}"##)
    }
}
