import JSONCore
import Testing

@testable import JSONSchema

@Suite struct SchemaAgreementTests {
    private static let definitions: [String: Schema] = [
        "Count": .integer(0...),
        "Tree": .object(
            [.required("value", .integer()), .optional("children", .array(of: .ref("Tree")))],
            additional: false),
    ]

    private func check(_ schema: Schema, _ value: String) throws -> Bool {
        let value = try JSONParser().parse(value)
        return schema.validate(value, definitions: Self.definitions).isEmpty
    }

    private static let closed = Schema.object(
        [.required("a", .integer()), .optional("b", .string())], additional: false)
    private static let open = Schema.object([.required("a", .integer())])

    /// A schema with texts that it accepts and texts that it rejects.
    private static let table: [(schema: Schema, accepted: [String], refused: [String])] = [
        (.null, ["null"], ["0", "false", #""""#, "[]", "{}"]),
        (.boolean, ["true", "false"], ["0", "null", #""true""#]),
        (
            .integer(), ["0", "-1", "15.0", "1.5e1", "1e400", "-0", "12345678901234567890"],
            ["1.5", "1e-1", #""1""#, "true", "null", "[1]"]
        ),
        (
            .integer(1...100), ["1", "100", "1.0", "1e2", "100.000"],
            [
                "0", "101", "-1", "1.5", "0.999999999999999999999", "100.0000000000000000001",
                "1e400",
            ]
        ),
        (.integer(0...), ["0", "-0", "1e400", "9007199254740993"], ["-1", "-1e400", "-0.1"]),
        (.integer(-5...5), ["5", "-5.0"], ["6", "1e400", "-1e400", "5.1"]),
        (
            .integer(0...9_007_199_254_740_991), ["9007199254740991", "9007199254740991.0"],
            ["9007199254740992", "9007199254740991.5", "9007199254740993"]
        ),
        (.number, ["0", "1.5", "-1e400"], [#""1""#, "null", "true"]),
        (.string(), [#""""#, #""a""#, #""\u0000""#], ["1", "null", "[]"]),
        (
            .string(minLength: 1, maxLength: 2),
            [#""a""#, #""ab""#, #""😀😀""#, #""é""#, #""e\u0301""#],
            [#""""#, #""abc""#, #""e\u0301x""#]
        ),
        (.string(.characters("a")), [#""a""#, #""aa""#], [#""a\n""#, #""ab""#, #""""#, "1"]),
        (.string(.notBlank), [#"" a\n""#], [#""""#, #"" \n\u00a0""#]),
        (.string(format: "date-time"), [#""2011-01-25T18:44:36Z""#, #""never""#], ["1"]),
        (.const("2.0"), [#""2.0""#], ["2.0", #""2""#]),
        (.const(2), ["2", "2.0", "20e-1"], ["3", #""2""#]),
        (.const(["a": 1]), [#"{"a":1.0}"#], [#"{"a":1,"b":2}"#, "{}"]),
        (
            .enumeration(["a", "\u{E9}"]), [#""a""#, #""\u00e9""#],
            [#""b""#, #""A""#, #""e\u0301""#, "null"]
        ),
        (
            .array(of: .integer(), maxItems: 3), ["[]", "[1,2,3]"],
            ["[1,2,3,4]", #"[1,"a"]"#, "{}", "null"]
        ),
        (
            closed, [#"{"a":1}"#, #"{"a":1,"b":"x"}"#, #"{"a":"x","a":1}"#],
            [
                "{}", #"{"b":"x"}"#, #"{"a":1,"c":2}"#, #"{"a":"x"}"#, #"{"a":1,"b":null}"#, "[]",
                "null",
            ]
        ),
        (open, [#"{"a":1}"#, #"{"a":1,"c":2}"#], ["{}", #"{"c":2}"#]),
        (.object(additional: false), ["{}"], [#"{"a":1}"#]),
        (.object(), ["{}", #"{"a":1}"#], ["[]"]),
        (.map(of: .integer()), ["{}", #"{"a":1,"b":2}"#], [#"{"a":"x"}"#, "[]"]),
        (.anyOf([.string(), .integer()]), ["1", #""a""#, "1.0"], ["1.5", "null", "[]"]),
        (.anyOf([.integer(0...1), .integer(5...)]), ["0", "1", "5"], ["3"]),
        (.nullable(.string()), ["null", #""a""#], ["1"]),
        (.nullable(.enumeration(["a"])), ["null", #""a""#], [#""b""#]),
        (.nullable(closed), ["null", #"{"a":1}"#], ["{}"]),
        (.ref("Count"), ["0", "5"], ["-1"]),
        (.nullable(.ref("Count")), ["null", "5"], ["-1"]),
        (.ref("none"), [], ["null", "1", "{}"]),
        (
            .ref("Tree"), [#"{"value":1,"children":[{"value":2},{"value":3,"children":[]}]}"#],
            [#"{"value":1,"children":[{"value":2},{"children":[]}]}"#]
        ),
    ]

    @Test(arguments: table.indices)
    func `a schema accepts and rejects what JSON Schema says`(row: Int) throws {
        let (schema, accepted, refused) = Self.table[row]
        for text in accepted {
            #expect(try check(schema, text), "\(text) is accepted")
        }
        for text in refused {
            #expect(try !check(schema, text), "\(text) is refused")
        }
    }
}
