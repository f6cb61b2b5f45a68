import JSONCore
import Testing

@testable import JSONSchema

@Suite struct FormerNameTests {
    private static let schema = Schema.object(
        [
            .required("login", .string()), .optional("count", .integer(1...9), default: 3),
            .optional("size", .integer()),
        ],
        additional: false,
        formerNames: [
            FormerName("user", now: "login"), FormerName("number", now: "count"),
            FormerName("n", now: "count"),
        ])

    private func check(_ value: JSONValue, gives violations: [String]) {
        #expect(Self.schema.validate(value).map(\.description) == violations)
    }

    @Test func `a member is accepted under each of its names`() {
        check(["login": "ada", "count": 1], gives: [])
        check(["user": "ada", "number": 1], gives: [])
        check(["user": "ada", "n": 1], gives: [])
    }

    @Test func `what is wrong is told of the name that was used`() {
        check(
            ["user": 1, "n": 10],
            gives: [
                "/user: expected a string, found 1",
                "/n: expected an integer from 1 to 9, found 10",
            ])
    }

    @Test func `a missing member is told of its present name`() {
        check(["count": 1], gives: ["/login: expected a string, found nothing"])
    }

    @Test func `a member under two names is refused`() {
        check(
            ["login": "ada", "user": "ada"],
            gives: ["/user: expected it under one name, found login too"])
        check(
            ["login": "ada", "n": 1, "number": 1],
            gives: ["/n: expected it under one name, found number too"])
    }

    @Test func `members get their present names, and the former ones are told`() {
        let (members, used) = Self.schema.presentNames(of: ["user": "ada", "size": 1])
        #expect(members == ["login": "ada", "size": 1])
        #expect(used == [FormerName("user", now: "login")])
        let (same, none) = Self.schema.presentNames(of: ["login": "ada"])
        #expect(same == ["login": "ada"])
        #expect(none == [])
    }

    @Test func `the printed schema accepts the former names, one at a time`() {
        let printed = Self.schema.json { $0 }
        #expect(printed["properties"]?.objectValue?.keys.count == 6)
        #expect(
            printed["properties"]?["number"] == [
                "description": "Former name of `count`; use that.", "type": "integer",
                "minimum": 1, "maximum": 9,
            ])
        #expect(printed["required"] == nil)
        #expect(
            printed["allOf"] == [
                ["oneOf": [["required": ["login"]], ["required": ["user"]]]],
                [
                    "oneOf": [
                        ["required": ["count"]], ["required": ["number"]], ["required": ["n"]],
                        [
                            "not": [
                                "anyOf": [
                                    ["required": ["count"]], ["required": ["number"]],
                                    ["required": ["n"]],
                                ]
                            ]
                        ],
                    ]
                ],
            ])
    }

    @Test func `ways that exclude each other may be chosen by former names`() {
        let schema = Schema.object(
            [.optional("token", .string()), .optional("device", .boolean)],
            exactlyOneOf: [Alternative("token"), Alternative("device", is: true)],
            formerNames: [FormerName("key", now: "token")])
        #expect(schema.validate(["key": "x"]).isEmpty)
        #expect(
            schema.validate(["key": "x", "device": true]).map(\.path.description) == ["/device"])
        #expect(
            schema.json { $0 }["oneOf"] == [
                ["required": ["token"]], ["required": ["key"]],
                ["required": ["device"], "properties": ["device": ["const": true]]],
            ])
    }
}
