import JSONCore
import Testing

@testable import JSONSchema

@Suite struct SchemaViolationTests {
    private static let params = Schema.object(
        [
            .required("login", .string(.characters("a-z")), "Login name."),
            .optional("count", .integer(1...100), default: 15),
            .optional("sort", .enumeration(["id", "followers"])),
            .optional("tags", .array(of: .string(maxLength: 3), maxItems: 2)),
        ], additional: false)

    /// Each violation as `PATH: MESSAGE`.
    private func check(_ schema: Schema, _ value: JSONValue) -> [String] {
        schema.validate(value, definitions: ["Avatar": .object([.required("data", .string())])])
            .map(\.description)
    }

    @Test func `a violation says what was expected and what was found`() {
        #expect(
            check(Self.params, ["login": "a", "count": 101])
                == ["/count: expected an integer from 1 to 100, found 101"])
        #expect(
            check(Self.params, ["login": "A b"])
                == [#"/login: expected a string that matches ^[a-z]+$, found "A b""#])
        #expect(
            check(.string(.characters("a-z")).called("a login"), "A b")
                == [#": expected a login, found "A b""#])
        #expect(
            check(Self.params, ["login": "a", "sort": "stars"])
                == [#"/sort: expected "id" or "followers", found "stars""#])
        #expect(check(.integer(1...), 0) == [": expected an integer of at least 1, found 0"])
        #expect(check(.integer(), 2.5) == [": expected an integer, found 2.5"])
        #expect(check(.boolean, "x") == [#": expected true or false, found "x""#])
        #expect(check(.nullable(.string()), 1) == [": expected a string or null, found 1"])
        #expect(check(.const("2.0"), nil) == [#": expected "2.0", found null"#])
        #expect(
            check(.string(minLength: 1, maxLength: 1), "")
                == [#": expected a string of 1 character, found """#])
        #expect(check(.object(), []) == [": expected an object, found an array of 0 items"])
        #expect(
            check(.array(of: .null, maxItems: 1), [nil, nil])
                == [": expected an array of at most 1 item, found an array of 2 items"])
    }

    @Test func `a missing member is reported`() {
        #expect(
            check(Self.params, [:])
                == ["/login: expected a string that matches ^[a-z]+$, found nothing"])
    }

    @Test func `an unknown member is reported`() {
        #expect(
            check(Self.params, ["login": "a", "a/b": 1])
                == ["/a~1b: expected only login, count, sort and tags, found an unknown member"])
        #expect(
            check(.object(additional: false), ["x": 1])
                == ["/x: expected no members, found an unknown member"])
    }

    @Test func `all violations are reported, and an unknown member before a missing one`() {
        let value: JSONValue = ["count": 0, "tags": ["abc", "abcd"], "x": 1]
        #expect(
            check(Self.params, value) == [
                "/x: expected only login, count, sort and tags, found an unknown member",
                "/login: expected a string that matches ^[a-z]+$, found nothing",
                "/count: expected an integer from 1 to 100, found 0",
                #"/tags/1: expected a string of at most 3 characters, found "abcd""#,
            ])
    }

    @Test func `only the alternative for the value's kind is reported, otherwise all`() {
        let schema = Schema.anyOf([.string(), .integer(0...), .object([.required("a", .null)])])
        #expect(check(schema, -1) == [": expected an integer of at least 0, found -1"])
        #expect(check(schema, [:]) == ["/a: expected null, found nothing"])
        #expect(
            check(schema, nil)
                == [": expected a string or an integer of at least 0 or an object, found null"])
        #expect(
            check(.anyOf([.integer(0...1), .integer(5...)]), 3)
                == [": expected an integer from 0 to 1 or an integer of at least 5, found 3"])
    }

    @Test func `a reference is described by its definition`() {
        #expect(check(.ref("Avatar"), [:]) == ["/data: expected a string, found nothing"])
        #expect(check(.nullable(.ref("Avatar")), 1) == [": expected an object or null, found 1"])
    }

    @Test func `a secret is not repeated`() {
        let secret = Schema.string(maxLength: 3).secret()
        let expected = "expected a string of at most 3 characters, found a string"
        #expect(check(secret, "ghp_0123") == [": \(expected)"])
        #expect(check(.nullable(secret), "ghp_0123") == [": \(expected)"])
        let params = Schema.object([.optional("token", secret)])
        #expect(check(params, ["token": "ghp_0123"]) == ["/token: \(expected)"])
        #expect(
            check(Schema.array(of: .null).secret(), ["ghp"]) == [
                "/0: expected null, found a string"
            ])
    }

    @Test func `at most 100 violations are reported`() {
        let members = JSONObject((0..<1000).map { ("unknown\($0)", nil) })
        let known = ["login": "a"] as JSONObject
        #expect(check(Self.params, .object(members)).count == 100)
        #expect(check(.array(of: .null), .array(Array(repeating: 1, count: 1000))).count == 100)
        #expect(check(Self.params, .object(known)) == [])
    }

    @Test func `a long value is shortened`() {
        let message = check(.integer(), .string(String(repeating: "é", count: 1000)))[0]
        #expect(message.count < 100)
        #expect(message.hasSuffix("é…"))
    }
}
