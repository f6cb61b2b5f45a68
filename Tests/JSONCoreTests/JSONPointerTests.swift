import Testing

@testable import JSONCore

@Suite struct JSONPointerTests {
    /// RFC 6901, section 5.
    private let document: JSONValue = [
        "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5,
        "k\"l": 6, " ": 7, "m~n": 8,
    ]

    private func check(_ text: String) throws -> JSONValue? {
        let pointer = try #require(JSONPointer(text))
        #expect(pointer.description == text)
        #expect(JSONPointer(tokens: pointer.tokens) == pointer)
        return pointer.evaluate(in: document)
    }

    @Test(
        arguments: [
            ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1), ("/c%d", 2),
            ("/e^f", 3), ("/g|h", 4), ("/i\\j", 5), ("/k\"l", 6), ("/ ", 7), ("/m~0n", 8),
        ] as [(String, JSONValue)])
    func `the examples of RFC 6901 lead where it says`(text: String, value: JSONValue) throws {
        #expect(try check(text) == value)
    }

    @Test func `the empty pointer is the whole value`() throws {
        #expect(try check("") == document)
    }

    @Test(arguments: [
        "/none", "/foo/2", "/foo/-", "/foo/00", "/foo/01", "/foo/+1", "/foo/-1", "/foo/a", "/foo/",
        "/foo/0/x", "//", "/foo/99999999999999999999", "/m~01n",
    ])
    func `what is not there is nil`(text: String) throws {
        #expect(try check(text) == nil)
    }

    @Test(arguments: ["a", "foo/0", "/~", "/~2", "/a~", " /", "#/foo", "/\u{301}~x"])
    func `what is not a pointer is refused`(text: String) {
        #expect(JSONPointer(text) == nil)
    }

    @Test func `tokens are escaped when written`() {
        let pointer = JSONPointer().appending("a/b").appending(3).appending("~1").appending("")
        #expect(pointer.description == "/a~1b/3/~01/")
        #expect(JSONPointer(pointer.description) == pointer)
    }

    @Test func `a combining mark after a slash does not hide it`() {
        #expect(JSONPointer("/\u{301}a")?.tokens == ["\u{301}a"])
        #expect(JSONPointer(tokens: ["\u{301}a"]).description == "/\u{301}a")
    }
}
