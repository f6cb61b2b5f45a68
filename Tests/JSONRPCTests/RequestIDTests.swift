import JSONCore
import JSONRPC
import Testing

@Suite struct RequestIDTests {
    private func id(_ text: String) throws -> RequestID {
        let message = Array(#"{"jsonrpc":"2.0","method":"a","id":\#(text)}"#.utf8)
        guard case .single(.call(let request)) = IncomingMessage(message, limits: .init()) else {
            throw JSONSyntaxError(.expectedValue, offset: 0)
        }
        return try #require(request.id)
    }

    private func check(_ left: String, _ right: String, areSame: Bool) throws {
        let (left, right) = (try id(left), try id(right))
        #expect((left == right) == areSame)
        if areSame { #expect(left.hashValue == right.hashValue) }
    }

    @Test(arguments: [
        "1", "-0", "1.0", "1e400", "0.10", "123456789012345678901234567890", "\"1\"", "\"\"",
        #""\u0061\/""#, "\"é\"", "null",
    ])
    func `an id is echoed as it was sent`(text: String) throws {
        #expect(try id(text).description == text)
    }

    @Test(arguments: [("1", "1.0"), ("100", "1e2"), ("0", "-0.0"), (#""a""#, #""\u0061""#)])
    func `ids with equal JSON values are equal`(left: String, right: String) throws {
        try check(left, right, areSame: true)
    }

    @Test(arguments: [
        ("1", "\"1\""), ("null", "\"null\""), ("1", "2"), ("\"a\"", "\"A\""),
        ("9007199254740993", "9007199254740992"), ("\"\u{E9}\"", "\"e\u{301}\""),
    ])
    func `ids with different JSON values are different`(left: String, right: String) throws {
        try check(left, right, areSame: false)
    }

    @Test func `only strings, numbers and null can be ids`() {
        #expect(RequestID(JSONValue.bool(true)) == nil)
        #expect(RequestID(JSONValue.array([])) == nil)
        #expect(RequestID(JSONValue.object([:])) == nil)
        #expect(RequestID(JSONValue.null)?.isNull == true)
        #expect(RequestID(JSONValue.string("a")) == "a")
        #expect(RequestID(JSONValue(7)) == 7)
    }
}
