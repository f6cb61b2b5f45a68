import JSONCore
import JSONRPC
import Testing

@Suite struct IncomingMessageTests {
    private static let limits = ConnectionLimits(maximumBatch: 3, maximumDepth: 4)

    /// Describes briefly how `text` is classified.
    private func read(_ text: String) -> String {
        switch IncomingMessage(Array(text.utf8), limits: Self.limits) {
        case .single(let envelope): describe(envelope)
        case .batch(let members): "[" + members.map(describe).joined(separator: ", ") + "]"
        case .emptyBatch: "empty batch"
        case .tooLongBatch(let maximum): "more than \(maximum)"
        case .malformed(let error): "\(error)"
        }
    }

    private func describe(_ envelope: IncomingMessage.Envelope) -> String {
        switch envelope {
        case .response: return "response"
        case .cancelled: return "cancelled"
        case .invalid(let id, _, _): return "invalid \(id)"
        case .call(let request):
            let id = request.id.map { "request \($0)" } ?? "notification"
            return "\(id) \(request.method) \(request.params.value())"
        }
    }

    private func check(_ text: String, is expected: String) {
        #expect(read(text) == expected)
    }

    @Test func `a message with an id is a request, one without is a notification`() {
        check(#"{"jsonrpc":"2.0","id":1,"method":"a"}"#, is: "request 1 a null")
        check(#"{"jsonrpc":"2.0","id":null,"method":"a"}"#, is: "request null a null")
        check(#"{"jsonrpc":"2.0","method":"a"}"#, is: "notification a null")
    }

    @Test(arguments: [
        ("{}", "{}"), (#"{"b":[1]}"#, #"{"b":[1]}"#), ("[1,2]", "[1,2]"), ("null", "null"),
    ])
    func `params are an object, an array or null`(params: String, value: String) {
        check(
            #"{"params":\#(params),"method":"a","jsonrpc":"2.0"}"#, is: "notification a \(value)")
    }

    @Test(arguments: ["1", "\"a\"", "true"])
    func `other params are invalid`(params: String) {
        check(#"{"jsonrpc":"2.0","id":1,"method":"a","params":\#(params)}"#, is: "invalid 1")
    }

    @Test(arguments: [
        #"{"id":5,"method":"a"}"#, #"{"jsonrpc":"1.0","id":5,"method":"a"}"#,
        #"{"jsonrpc":2.0,"id":5,"method":"a"}"#, #"{"jsonrpc":"2.0","id":5}"#,
        #"{"jsonrpc":"2.0","id":5,"method":1}"#, #"{"jsonrpc":"2.0","id":5,"method":null}"#,
    ])
    func `an invalid request keeps a readable id`(text: String) {
        check(text, is: "invalid 5")
    }

    @Test(arguments: [
        "1", "\"a\"", "null", "true", "{}", #"{"jsonrpc":"2.0","method":1,"params":"bar"}"#,
        #"{"jsonrpc":"2.0","id":true,"method":"a"}"#, #"{"jsonrpc":"2.0","id":[1],"method":"a"}"#,
        #"{"jsonrpc":"2.0","id":{},"method":"a"}"#,
    ])
    func `an invalid request without a readable id has the id null`(text: String) {
        check(text, is: "invalid null")
    }

    @Test func `a response is distinguished from a request`() {
        check(#"{"jsonrpc":"2.0","id":1,"result":null}"#, is: "response")
        check(#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"a"}}"#, is: "response")
        check(#"{"jsonrpc":"2.0","id":1,"method":"a","result":1}"#, is: "request 1 a null")
    }

    @Test func `names may contain escapes, and of duplicates the last counts`() {
        check(
            #"{"jsonrpc":"2.0","id":1,"\u006dethod":"\u0061","id":2,"x":{}}"#,
            is: "request 2 a null")
        check(#"{"jsonrpc":"2.0","id":1,"id":true,"method":"a"}"#, is: "invalid null")
    }

    @Test func `the members of a batch are classified separately`() {
        check(
            #"[{"jsonrpc":"2.0","id":1,"method":"a"},1,[{}]]"#,
            is: "[request 1 a null, invalid null, invalid null]")
    }

    @Test func `an empty batch and one that is too long are not batches`() {
        check("[]", is: "empty batch")
        check("[1,1,1]", is: "[invalid null, invalid null, invalid null]")
        check("[1,1,1,1]", is: "more than 3")
        check("[1,1,1,1", is: "the text ends before the value does, at byte 8")
    }

    @Test(arguments: [
        (#"{"jsonrpc":"2.0","method":"foobar,"params":"bar","baz]"#, 35), ("", 0), ("{} x", 3),
        (#"{"a":01}"#, 6), ("[1,]", 3), ("\u{FEFF}{}", 0),
    ])
    func `text that is not JSON gives the offset`(text: String, offset: Int) {
        guard case .malformed(let error) = IncomingMessage(Array(text.utf8), limits: Self.limits)
        else {
            Issue.record("expected an error, found \(read(text))")
            return
        }
        #expect(error.offset == offset)
    }

    @Test func `invalid UTF-8 is not JSON`() {
        let text = Array("[\"".utf8) + [0xC0, 0x80] + Array("\"]".utf8)
        guard case .malformed(let error) = IncomingMessage(text, limits: Self.limits) else {
            Issue.record("expected an error")
            return
        }
        #expect(error == JSONSyntaxError(.invalidUTF8, offset: 2))
    }

    @Test func `the depth includes the message and its batch`() {
        let deepest = #"{"jsonrpc":"2.0","method":"a","params":[[[]]]}"#
        check(deepest, is: "notification a [[[]]]")
        check("[\(deepest)]", is: "nested deeper than 4 levels, at byte 42")
    }
}
