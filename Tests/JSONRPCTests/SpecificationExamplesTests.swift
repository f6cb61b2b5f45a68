import JSONCore
import JSONRPC
import TestSupport
import Testing

/// All examples of JSON-RPC 2.0, section 7.
@Suite(.patience) struct SpecificationExamplesTests {
    /// Sends `message` in both framings, whole and in pieces; the responses must be `expected`, but
    /// errors also have `data` and their own sentence.
    private func check(_ message: String, gives expected: JSONValue?) async {
        for framing in [Framing.headers, .lines] {
            for piece in [Int.max, 1, 5] {
                let client = SteppedClient(framing: framing)
                client.send(
                    message.split(separator: "\n").joined(separator: " "), inPiecesOf: piece)
                let answers = await client.finish()
                #expect(answers.map(plain) == (expected.map { [$0] } ?? []))
            }
        }
    }

    /// The response with only the codes of its errors.
    private func plain(_ answer: JSONValue) -> JSONValue {
        if case .array(let answers) = answer { return .array(answers.map(plain)) }
        guard let code = answer["error"]?["code"] else { return answer }
        return ["jsonrpc": "2.0", "error": ["code": code], "id": answer["id"] ?? "none"]
    }

    private func result(_ value: JSONValue, id: JSONValue) -> JSONValue {
        ["jsonrpc": "2.0", "result": value, "id": id]
    }

    private func error(_ code: Int, id: JSONValue = .null) -> JSONValue {
        ["jsonrpc": "2.0", "error": ["code": JSONValue(code)], "id": id]
    }

    @Test func `positional params`() async {
        await check(
            #"{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}"#,
            gives: result(19, id: 1))
        await check(
            #"{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}"#,
            gives: result(-19, id: 2))
    }

    @Test(arguments: [
        (#"{"subtrahend": 23, "minuend": 42}"#, 3), (#"{"minuend": 42, "subtrahend": 23}"#, 4),
    ])
    func `named params`(params: String, id: Int) async {
        await check(
            #"{"jsonrpc": "2.0", "method": "subtract", "params": \#(params), "id": \#(id)}"#,
            gives: result(19, id: JSONValue(id)))
    }

    @Test func `a notification`() async {
        await check(
            #"{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}"#, gives: nil)
        await check(#"{"jsonrpc": "2.0", "method": "foobar"}"#, gives: nil)
    }

    @Test func `call of an unknown method`() async {
        await check(
            #"{"jsonrpc": "2.0", "method": "foobar", "id": "1"}"#, gives: error(-32601, id: "1"))
    }

    @Test func `call with invalid JSON`() async {
        await check(
            #"{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]"#, gives: error(-32700))
    }

    @Test func `call with an invalid request object`() async {
        await check(
            #"{"jsonrpc": "2.0", "method": 1, "params": "bar"}"#, gives: error(-32600))
    }

    @Test func `batch with invalid JSON`() async {
        await check(
            """
            [
              {"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
              {"jsonrpc": "2.0", "method"
            ]
            """, gives: error(-32700))
    }

    @Test func `call with an empty array`() async {
        await check("[]", gives: error(-32600))
    }

    @Test func `invalid batch that is not empty`() async {
        await check("[1]", gives: [error(-32600)])
    }

    @Test func `invalid batch`() async {
        await check("[1,2,3]", gives: [error(-32600), error(-32600), error(-32600)])
    }

    @Test func `a batch`() async {
        await check(
            """
            [
            {"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
            {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},
            {"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"},
            {"foo": "boo"},
            {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
            {"jsonrpc": "2.0", "method": "get_data", "id": "9"}
            ]
            """,
            gives: [
                result(7, id: "1"), result(19, id: "2"), error(-32600), error(-32601, id: "5"),
                result(["hello", 5], id: "9"),
            ])
    }

    @Test func `a batch of notifications`() async {
        await check(
            """
            [
            {"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]},
            {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}
            ]
            """, gives: nil)
    }
}
