import JSONCore
import JSONRPC
import TestSupport
import Testing

@Suite(.patience) struct ServerConnectionTests {
    /// Sends `messages` and ends the input; the responses must be `expected`, in any order.
    private func check(
        _ messages: [String], gives expected: [JSONValue],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let client = SteppedClient()
        for message in messages {
            client.send(message)
        }
        let answers = await client.finish().map(Messages.brief)
        #expect(
            answers.map(\.text).sorted() == expected.map(\.text).sorted(),
            sourceLocation: sourceLocation)
    }

    @Test func `a response has its members in the order of the specification`() async {
        let client = SteppedClient()
        client.send(Messages.request("a", "now", [1]), Messages.request(2, "refuse"))
        // The connection is finished before its last output is taken, so wait for the close.
        _ = await client.finish()
        let error = #"{"code":1401,"message":"Sign in.","data":{"kind":"unauthorized","#
        #expect(
            client.output == """
                {"jsonrpc":"2.0","id":"a","result":[1]}
                {"jsonrpc":"2.0","id":2,"error":\(error)"retryable":false}}}

                """)
    }

    @Test func `everything accepted is answered after the end of the input`() async {
        await check(
            [Messages.request(1, "echo", [1]), Messages.request(2, "now", [2])],
            gives: [[1, [1]], [2, [2]]])
    }

    @Test func `an immediate response is available once the bytes have been received`() {
        let client = SteppedClient()
        client.send(Messages.request(1, "now", ["a": 1]))
        #expect(client.waiting == [Messages.result(1, ["a": 1])])
    }

    @Test func `responses are sent as they become ready`() async {
        let events = Events()
        let client = SteppedClient(TestMethods.registry(events))
        client.send(Messages.hold(1, "a"), Messages.hold(2, "b"), Messages.request(3, "now"))
        #expect(await client.receive() == [Messages.result(3, .null)])
        events.post("release b")
        #expect(await client.receive() == [Messages.result(2, "b")])
        events.post("release a")
        #expect(await client.receive() == [Messages.result(1, "a")])
    }

    @Test func `ids are echoed digit by digit`() async {
        let client = SteppedClient()
        client.send(#"{"jsonrpc":"2.0","id":1.50e0,"method":"now"}"#)
        #expect(
            client.output
                == #"{"jsonrpc":"2.0","id":1.50e0,"result":null}"# + "\n")
    }

    @Test func `an id in use is refused, and the first request continues`() async {
        let events = Events()
        let client = SteppedClient(TestMethods.registry(events))
        client.send(
            Messages.hold(1, "a"), Messages.request(1, "now"), Messages.request("1", "now"))
        #expect(await client.receive(2).map(Messages.brief) == [[.null, -32600], ["1", .null]])
        events.post("release a")
        #expect(await client.receive() == [Messages.result(1, "a")])
        client.send(Messages.request(1, "now"))
        #expect(await client.receive() == [Messages.result(1, .null)])
    }

    @Test func `within a batch an id must be unique, even if it was answered immediately`() async {
        await check(
            [Messages.batch(Messages.request(1, "now"), Messages.request(1, "now"))],
            gives: [[[1, .null], [.null, -32600]]])
    }

    @Test func `requests with the id null are all answered`() async {
        await check(
            [Messages.request(.null, "echo"), Messages.request(.null, "echo")],
            gives: [[.null, .null], [.null, .null]])
    }

    @Test func `a line that is not JSON gives an error, and the connection stays open`() async {
        await check(
            ["{", "\u{FEFF}{}", Messages.request(1, "now")],
            gives: [[.null, -32700], [.null, -32700], [1, .null]])
    }

    @Test func `a body that is not JSON gives an error, and the connection stays open`() async {
        let client = SteppedClient(framing: .headers)
        client.send("", "{", Messages.request(1, "now"))
        #expect(
            await client.finish().map(Messages.brief)
                == [[.null, -32700], [.null, -32700], [1, .null]])
    }

    @Test func `a notification of a known method is performed and not answered`() async {
        let events = Events()
        let client = SteppedClient(TestMethods.registry(events))
        client.send(Messages.notification("update"), Messages.notification("now"))
        #expect(await client.finish().isEmpty)
        #expect(events.has("updated"))
    }

    @Test func `unknown notifications and responses from the client are ignored`() async {
        await check(
            [
                Messages.notification("no.such"), Messages.notification("$/setTrace", ["a": 1]),
                Messages.notification("initialized", [:]), #"{"jsonrpc":"2.0","id":1,"result":0}"#,
                "[" + #"{"jsonrpc":"2.0","id":1,"result":0}"# + "]",
            ], gives: [])
    }

    @Test func `the members of a batch run concurrently and are answered together`() async {
        let events = Events()
        let client = SteppedClient(TestMethods.registry(events))
        client.send(Messages.batch(Messages.hold(1, "a"), Messages.hold(2, "b"), "1"))
        await events.wait(for: "started a")
        await events.wait(for: "started b")
        events.post("release b")
        await events.wait(for: "ended b")
        client.send(Messages.request(3, "now"))
        #expect(await client.receive() == [Messages.result(3, .null)])
        events.post("release a")
        #expect(
            await client.receive().map(Messages.brief) == [
                [[1, "a"], [2, "b"], [.null, -32600]]
            ])
    }

    @Test func `an error thrown by a handler is mapped unless it is an RPC error`() async {
        await check(
            [Messages.request(1, "mistake"), Messages.request(2, "refuse")],
            gives: [[1, -32603], [2, 1401]])
    }

    @Test func `a result with line feeds becomes one line`() async {
        await check([Messages.request(1, "lines")], gives: [[1, [1, 2]]])
    }

    @Test func `a handler's notifications precede its response and never follow it`() async {
        let events = Events()
        let client = SteppedClient(TestMethods.registry(events))
        client.send(Messages.hold(1, "a", ["talks": true]))
        await events.wait(for: "started a")
        client.send(Messages.hold(2, "b", ["talks": true]))
        await events.wait(for: "started b")
        client.send(Messages.cancellation(of: 2))
        await events.wait(for: "ended b")
        events.post("release a")
        let messages = await client.finish().map { $0["params"] ?? Messages.brief($0) }
        #expect(messages == ["a", "b", [2, -32800], "a", [1, "a"]])
    }

    @Test func `a notification is sent without a request once the framing is known`() {
        let client = SteppedClient(framing: .headers)
        client.connection.send(notification: "early", params: 1)
        client.send(Messages.request(1, "now"))
        client.connection.send(notification: "late", params: 2)
        let late: JSONValue = ["jsonrpc": "2.0", "method": "late", "params": 2]
        #expect(client.waiting == [Messages.result(1, .null), late])
    }
}
