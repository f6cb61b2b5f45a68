import JSONCore
import JSONRPC
import Synchronization
import TestSupport
import Testing

@Suite(.patience) struct ConnectionEndsTests {
    private let events = Events()

    private func client(
        _ framing: Framing = .lines, serverFraming: Framing = .automatic
    ) -> SteppedClient {
        SteppedClient(TestMethods.registry(events), framing: framing, serverFraming: serverFraming)
    }

    /// After `stream` the connection must have closed by itself with these responses.
    private func check(
        _ stream: String, _ framing: Framing, closesWith expected: [JSONValue],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        for piece in [Int.max, 1] {
            let client = client(framing)
            client.send(raw: stream, inPiecesOf: piece)
            let answers = await client.receive(.max).map(Messages.brief)
            #expect(answers == expected, sourceLocation: sourceLocation)
            #expect(client.isClosed && !client.wantsInput)
            await client.connection.waitUntilFinished()
        }
    }

    @Test(arguments: ["Content-Length: x\r\n\r\n{}", "X: y\r\n\r\n", "Content-Length: 2\n"])
    func `a broken header block gives an error and ends the connection`(stream: String) async {
        await check(
            stream + "Content-Length: 2\r\n\r\n{}", .headers, closesWith: [[.null, -32700]])
    }

    @Test func `requests accepted before a broken header block are still answered`() async {
        let client = client(.headers)
        client.send(Messages.hold(1, "a"))
        await events.wait(for: "started a")
        client.send(raw: "\r\n")
        #expect(await client.receive().map(Messages.brief) == [[.null, -32700]])
        #expect(!client.isClosed)
        events.post("release a")
        #expect(await client.receive(.max).map(Messages.brief) == [[1, "a"]])
        #expect(client.isClosed)
    }

    @Test func `an unknown first byte is answered with a line`() async {
        await check("\u{16}\u{3}\u{1}", .lines, closesWith: [[.null, -32700]])
    }

    @Test func `an HTTP request is closed without a response`() async {
        await check("POST / HTTP/1.1\r\n\r\n{}", .lines, closesWith: [])
    }

    @Test func `a frame cut off by the end of the input is an error`() async {
        let client = client(.headers)
        client.send(raw: "Content-Length: 3\r\n\r\n{}")
        #expect(await client.finish().map(Messages.brief) == [[.null, -32700]])
        #expect(client.isClosed)
    }

    @Test func `the last line may end with the input`() async {
        let client = client()
        client.send(raw: Messages.request(1, "echo"))
        #expect(client.waiting.isEmpty)
        #expect(await client.finish() == [Messages.result(1, .null)])
    }

    @Test func `after the end of the input the connection closes once everything is answered`()
        async
    {
        let client = client()
        client.send(Messages.hold(1, "a"))
        await events.wait(for: "started a")
        client.endInput()
        #expect(!client.isClosed)
        events.post("release a")
        #expect(await client.receive(.max) == [Messages.result(1, "a")])
        #expect(client.isClosed)
        #expect(client.connection.exitStatus == nil)
    }

    @Test func `a draining server answers running requests and accepts no more`() async {
        let client = client()
        client.send(Messages.hold(1, "a"))
        await events.wait(for: "started a")
        client.connection.drain()
        client.send(Messages.request(2, "now"))
        #expect(!client.wantsInput)
        events.post("release a")
        #expect(await client.receive(.max) == [Messages.result(1, "a")])
        #expect(client.isClosed)
    }

    @Test func `a message parsed while the server starts to drain is answered before the close`() {
        let whileTakingIn = Mutex<(@Sendable () -> Void)?>(nil)
        let method = RPCMethod("end") { _ in
            whileTakingIn.withLock(\.self)?()
            return Array("true".utf8)
        } handle: { _, _ in
            []
        }
        let client = SteppedClient(MethodRegistry([method]) { _ in .cancelled })
        whileTakingIn.withLock { [client] action in
            action = { [weak client] in
                client?.connection.drain()
                #expect(client?.isClosed == false)
            }
        }
        client.send(Messages.request(1, "end"))
        #expect(client.waiting == [Messages.result(1, true)])
        #expect(client.isClosed)
    }

    @Test func `a server that can wait no longer cancels running requests and says so`() async {
        let client = client()
        client.send(Messages.hold(1, "a", ["stubborn": true]), Messages.request(2, "now"))
        client.send(Messages.batch(Messages.hold(3, "b"), Messages.request(4, "now")))
        await events.wait(for: "started a")
        await events.wait(for: "started b")
        client.connection.cancelAll()
        #expect(
            await client.receive(.max).map(Messages.brief)
                == [[2, .null], [1, -32800], [[3, -32800], [4, .null]]])
        #expect(client.isClosed && events.has("cancelled a") && events.has("cancelled b"))
        events.post("release a")
        await client.connection.waitUntilFinished()
        #expect(client.waiting.isEmpty)
    }

    @Test func `waiting requests are answered when a server drains`() async {
        let client = SteppedClient(
            TestMethods.registry(events), limits: ConnectionLimits(maximumInFlight: 1))
        for (index, key) in ["a", "b", "c", "d"].enumerated() {
            client.send(Messages.hold(JSONValue(index), key))
        }
        await events.wait(for: "started a")
        client.connection.drain()
        events.post("release a")
        #expect(await client.receive().map(Messages.brief) == [[0, "a"]])
        client.connection.cancelAll()
        #expect(
            await client.receive(.max).map(Messages.brief)
                == [[1, -32800], [2, -32800], [3, -32800]])
        #expect(client.isClosed)
    }

    @Test func `exit waits for earlier requests, and nothing after it is read`() async {
        let client = SteppedClient(
            TestMethods.registry(events), limits: ConnectionLimits(maximumInFlight: 1))
        for (index, key) in ["a", "b", "c"].enumerated() {
            client.send(Messages.hold(JSONValue(index), key))
        }
        client.send(Messages.notification("exit"), "{")
        #expect(!client.wantsInput && client.connection.exitStatus == nil)
        #expect(client.connection.isEnding)
        for key in ["a", "b", "c"] {
            events.post("release \(key)")
        }
        #expect(await client.receive(.max).count == 3)
        #expect(client.isClosed && client.connection.exitStatus == 1)
    }

    @Test func `shutdown is answered with null, and later requests are refused`() async {
        let client = client()
        client.send(Messages.hold(1, "a"), Messages.request(2, "shutdown"))
        client.send(Messages.request(3, "now"), Messages.request(4, "no.such"))
        #expect(
            await client.receive(3).map(Messages.brief)
                == [[2, .null], [3, -32600], [4, -32600]])
        events.post("release a")
        #expect(await client.receive().map(Messages.brief) == [[1, "a"]])
        #expect(!client.isClosed)
    }

    @Test(arguments: [true, false])
    func `exit ends the connection, with status 0 only after shutdown`(isShutDown: Bool) async {
        let client = client()
        client.send(Messages.hold(1, "a"))
        await events.wait(for: "started a")
        if isShutDown { client.send(Messages.request(2, "shutdown")) }
        client.send(Messages.notification("exit"), Messages.request(3, "now"))
        events.post("release a")
        let answers = await client.receive(.max).map(Messages.brief)
        #expect(answers == (isShutDown ? [[2, .null], [1, "a"]] : [[1, "a"]]))
        #expect(client.isClosed)
        #expect(client.connection.exitStatus == (isShutDown ? 0 : 1))
    }

    @Test func `exit as a request is an unknown method`() async {
        let client = client()
        client.send(Messages.request(1, "exit"), Messages.request(2, "$/cancelRequest"))
        #expect(await client.receive(2).map(Messages.brief) == [[1, -32601], [2, -32601]])
        #expect(!client.isClosed)
    }

    @Test(arguments: [(Framing.headers, "Content-Length: 3\r\n\r\n{}"), (.lines, "{}")])
    func `an abandoned frame gives an error and ends the connection`(
        framing: Framing, stream: String
    ) async {
        let client = client(framing)
        client.send(raw: stream)
        #expect(client.isMidFrame)
        client.timeOutFrame()
        #expect(await client.receive(.max).map(Messages.brief) == [[.null, -32700]])
        #expect(client.isClosed)
    }

    @Test func `a timeout between frames has no effect`() {
        let client = client()
        client.send(Messages.request(1, "now"))
        #expect(!client.isMidFrame)
        client.timeOutFrame()
        #expect(client.waiting == [Messages.result(1, .null)])
        #expect(!client.isClosed && client.wantsInput)
    }
}
