import JSONCore
import JSONRPC
import Testing

@Suite struct RPCErrorTests {
    private func check(_ error: RPCError, code: Int, data: JSONValue) {
        #expect(error.code == code)
        #expect(JSONValue.object(error.data) == data)
        #expect(error.message.last == "." || error.message.last == "?")
        var text: [UInt8] = []
        error.write(to: &text)
        #expect(text == error.value.bytes)
    }

    @Test func `a parse error has the offset, if it is known`() {
        check(
            .parseError("expected a value", offset: 3), code: -32700,
            data: ["kind": "parseError", "retryable": false, "offset": 3])
        check(
            .parseError("expected UTF-8"), code: -32700,
            data: ["kind": "parseError", "retryable": false])
    }

    @Test func `an unknown method has the nearest name, if one is near`() {
        check(
            .methodNotFound("a", suggestion: "b"), code: -32601,
            data: ["kind": "methodNotFound", "retryable": false, "method": "a", "suggestion": "b"])
        check(
            .methodNotFound("a"), code: -32601,
            data: ["kind": "methodNotFound", "retryable": false, "method": "a"])
    }

    @Test func `a long method name is cut in the sentence and complete in the data`() {
        let name = String(repeating: "m", count: 1000)
        let error = RPCError.methodNotFound(name)
        #expect(error.message.count < 200)
        #expect(error.data["method"] == .string(name))
    }

    @Test func `invalid params are listed with their paths`() {
        let error = RPCError.invalidParams([("/count", "expected 1"), ("/a~1b", "expected 2")])
        check(
            error, code: -32602,
            data: [
                "kind": "invalidParams", "retryable": false,
                "errors": [
                    ["path": "/count", "message": "expected 1"],
                    ["path": "/a~1b", "message": "expected 2"],
                ],
            ])
        #expect(error.message == "Correct the params: count: expected 1, and 1 more.")
    }

    @Test(arguments: [
        ("/perPage", "perPage"), ("/Login", "Login"), ("/fields/0", "fields.0"),
        ("/_meta/a.b~1c~01", "_meta.a.b/c~1"),
    ])
    func `the sentence names a param as the caller wrote it`(path: String, name: String) {
        let error = RPCError.invalidParams([(path, "is it y?")])
        #expect(error.message == "Correct the params: \(name): is it y?")
    }

    @Test func `an internal error reveals only the incident`() {
        check(
            .internalError(incident: "x"), code: -32603,
            data: ["kind": "internalError", "retryable": false, "incident": "x"])
    }

    @Test func `the other errors of a connection have their codes`() {
        check(
            .invalidRequest("No."), code: -32600,
            data: ["kind": "invalidRequest", "retryable": false])
        check(.cancelled, code: -32800, data: ["kind": "cancelled", "retryable": false])
    }

    @Test func `an error is printed as its message and its code`() {
        #expect("\(RPCError.invalidRequest("No."))" == "No. (-32600)")
        #expect(
            "\(RPCError.invalidParams([("", "expected a member id, found none")]))"
                == "Correct the params: expected a member id, found none. (-32602)")
    }

    @Test func `kind and retryable come first in the data`() {
        let error = RPCError(
            code: 1, kind: "a", message: "B.", retryable: true, details: ["c": 1])
        #expect(error.data.keys == ["kind", "retryable", "c"])
    }
}
