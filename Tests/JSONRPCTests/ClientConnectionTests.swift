import FuzzTargets
import JSONCore
import JSONRPC
import Synchronization
import TestSupport
import Testing

@Suite(.patience) struct ClientConnectionTests {
    /// Calls a method, sends `messages` from the server with the call's id for `ID`, and returns
    /// how the call ended.
    private func check(
        _ messages: String..., limits: ConnectionLimits = ConnectionLimits(),
        ends expected: Result<JSONValue, ClientError>, closes: Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for framing in [Framing.lines, .headers] {
            let peer = ClientPeer(framing: framing, limits: limits)
            let call = Task { try await peer.client.call("a") }
            let id = await peer.ids().first ?? .null
            for message in messages {
                peer.say(raw: message.split(separator: "ID").joined(separator: id.text))
            }
            let outcome = await call.result.mapError { $0 as? ClientError ?? .closed }
            #expect(outcome == expected, sourceLocation: sourceLocation)
            #expect(peer.hasClosed == closes, sourceLocation: sourceLocation)
        }
    }

    private static let right = #"{"jsonrpc":"2.0","id":ID,"result":[1]}"#

    @Test func `a request has its members in the order of the specification`() async throws {
        let peer = ClientPeer(reads: false)
        let executor = SteppingExecutor()
        let call = Task(executorPreference: executor) {
            try await peer.client.call("a", ["b": "c"])
        }
        executor.runAll()
        let sent = peer.client.nextStep().write
        #expect(
            String(decoding: sent, as: UTF8.self)
                == #"{"jsonrpc":"2.0","id":1,"method":"a","params":{"b":"c"}}"# + "\n")
        peer.client.close()
        executor.runAll()
        _ = await call.result
    }

    @Test func `responses may arrive in any order`() async throws {
        let peer = ClientPeer()
        let calls = Task {
            async let first = peer.client.call("echo", ["first"])
            async let second = peer.client.call("echo", ["second"])
            return try await [first, second]
        }
        var requests: [JSONValue] = []
        while requests.count < 2, let request = await peer.next() { requests.append(request) }
        for request in requests.reversed() {
            peer.say(Messages.result(request["id"] ?? .null, request["params"]?[0] ?? .null))
        }
        #expect(try await calls.value == ["first", "second"])
    }

    @Test func `an error from the server is thrown unchanged`() async throws {
        let peer = ClientPeer()
        let call = Task { try await peer.client.call("a") }
        let error = RPCError(
            code: 7, kind: "odd", message: "No.", retryable: true, details: ["more": [1]])
        peer.say(["jsonrpc": "2.0", "id": await peer.ids()[0], "error": error.value])
        let thrown = await #expect(throws: RPCError.self) { try await call.value }
        #expect(thrown == error)
    }

    @Test func `an error from another server keeps its data`() async throws {
        let peer = ClientPeer()
        let call = Task { try await peer.client.call("a") }
        peer.say([
            "jsonrpc": "2.0", "id": await peer.ids()[0],
            "error": ["code": -32000, "message": "Out.", "data": "why"],
        ])
        let thrown = await #expect(throws: RPCError.self) { try await call.value }
        #expect(thrown?.data["data"] == "why")
    }

    @Test func `messages that belong to no call are ignored`() async throws {
        try await check(
            #"{"jsonrpc":"2.0","id":4711,"result":1}"#, #"{"jsonrpc":"2.0","id":"ID","result":1}"#,
            #"{"jsonrpc":"2.0","id":true,"error":{}}"#, #"{"jsonrpc":"2.0","result":1}"#, "{}",
            right(), ends: .success([1]), closes: false)
        try await check("[{},\(right())]", ends: .success([1]), closes: false)
        // The second response to a call belongs to none.
        try await check(
            right(), #"{"jsonrpc":"2.0","id":ID,"result":2}"#, ends: .success([1]), closes: false)
    }

    private func right() -> String { Self.right }

    @Test func `an invalid response ends only its call`() async throws {
        try await check(
            #"{"jsonrpc":"2.0","id":ID}"#,
            ends: .failure(.invalidResponse("expected a result or an error, found neither")),
            closes: false)
        try await check(
            #"{"jsonrpc":"2.0","id":ID,"result":1,"error":{"code":1,"message":"a"}}"#,
            ends: .failure(.invalidResponse("expected a result or an error, found both")),
            closes: false)
        for error in ["1", #"{"code":"1","message":"a"}"#, #"{"code":1}"#] {
            try await check(
                #"{"jsonrpc":"2.0","id":ID,"error":\#(error)}"#,
                ends: .failure(.invalidResponse("expected an error object")), closes: false)
        }
        try await check(
            #"{"jsonrpc":"2.0","id":ID,"result":null,"error":null}"#, ends: .success(.null),
            closes: false)
    }

    @Test func `anything but a message ends the connection`() async throws {
        for text in ["1", "\"a\"", "[]", "null"] {
            try await check(text, right(), ends: .failure(.notMessage), closes: true)
        }
        try await check(
            "{\"a\":", right(),
            ends: .failure(.notJSON(JSONSyntaxError(.unexpectedEnd, offset: 5))), closes: true)
        let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
        try await check(
            deep, ends: .failure(.notJSON(JSONSyntaxError(.tooDeep(maximum: 128), offset: 128))),
            closes: true)
    }

    @Test func `a message that is too long ends the connection`() async throws {
        try await check(
            #"{"jsonrpc":"2.0","id":ID,"result":"0123456789"}"#,
            limits: ConnectionLimits(maximumMessageBytes: 40),
            ends: .failure(.framing(.bodyTooLarge(maximum: 40))), closes: true)
    }

    @Test func `a header block without a length ends the connection`() async throws {
        let peer = ClientPeer(framing: .headers)
        let call = Task { try await peer.client.call("a") }
        _ = await peer.ids()
        peer.receive("Content-Type: x\r\n\r\n{}")
        await #expect(throws: ClientError.framing(.missingContentLength)) { try await call.value }
    }

    @Test func `an error without an id ends every call`() async throws {
        let peer = ClientPeer()
        let calls = (0..<3).map { _ in Task { try await peer.client.call("a") } }
        _ = await peer.ids(3)
        let error = RPCError.invalidRequest("Begin again.")
        peer.say(["jsonrpc": "2.0", "id": .null, "error": error.value])
        for call in calls {
            let thrown = await #expect(throws: RPCError.self) { try await call.value }
            #expect(thrown == error)
        }
        #expect(!peer.hasClosed)
    }

    @Test func `a disconnect ends every call, then and later`() async throws {
        let peer = ClientPeer()
        let call = Task { try await peer.client.call("a") }
        let id = await peer.ids()[0]
        // The last line may lack its line feed, but this one is incomplete.
        peer.receive(#"{"jsonrpc":"2.0","id":\#(id),"resu"#)
        peer.endInput()
        await #expect(throws: ClientError.self) { try await call.value }
        await #expect(throws: ClientError.self) { try await peer.client.call("b") }
        #expect(peer.hasClosed)
    }

    @Test func `a last line without a line feed is a message`() async throws {
        let peer = ClientPeer()
        let call = Task { try await peer.client.call("a") }
        let id = await peer.ids()[0]
        peer.receive(#"{"jsonrpc":"2.0","id":\#(id),"result":1}"#)
        peer.endInput()
        #expect(try await call.value == 1)
    }

    @Test func `a call past its deadline is cancelled at the server`() async throws {
        let peer = ClientPeer()
        let call = Task { try await peer.client.call("a", timeout: .milliseconds(1)) }
        let id = await peer.ids()[0]
        await #expect(throws: ClientError.timedOut(after: .milliseconds(1))) {
            try await call.value
        }
        let cancellation = await peer.next()
        #expect(cancellation?["method"] == "$/cancelRequest")
        #expect(cancellation?["params"] == ["id": id])
        // The response was on its way.
        peer.say(Messages.result(id, 1))
        let next = Task { try await peer.client.call("b") }
        peer.say(Messages.result(await peer.ids()[0], 2))
        #expect(try await next.value == 2)
    }

    @Test func `a response in time stops the timer`() async throws {
        let peer = ClientPeer()
        let call = Task { try await peer.client.call("a", timeout: .seconds(1000)) }
        peer.say(Messages.result(await peer.ids()[0], 1))
        #expect(try await call.value == 1)
    }

    @Test func `a cancelled call ends at once and is cancelled at the server`() async throws {
        let peer = ClientPeer()
        let call = Task { try await peer.client.call("a") }
        let id = await peer.ids()[0]
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(await peer.next()?["params"] == ["id": id])
    }

    @Test func `a call by a cancelled task is not sent`() async throws {
        let peer = ClientPeer()
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await peer.client.call("a")
        }
        await #expect(throws: CancellationError.self) { try await call.value }
        peer.client.notify("b")
        #expect(await peer.next()?["method"] == "b")
    }

    @Test func `progress goes to its call, and other notifications to the handler`() async throws {
        let peer = ClientPeer()
        let steps = Mutex<[JSONValue]>([])
        let progress = CallProgress(token: "t") { value in steps.withLock { $0.append(value) } }
        let call = Task { try await peer.client.call("a", progress: progress) }
        let id = await peer.ids()[0]
        peer.say(
            ["jsonrpc": "2.0", "method": "$/progress", "params": ["token": "t", "value": 1]],
            ["jsonrpc": "2.0", "method": "$/progress", "params": ["token": "u", "value": 2]],
            ["jsonrpc": "2.0", "method": "b"],
            Messages.result(id, .null),
            ["jsonrpc": "2.0", "method": "$/progress", "params": ["token": "t", "value": 3]])
        _ = try await call.value
        #expect(steps.withLock(\.self) == [1])
        #expect(
            peer.notifications == [
                ["$/progress", ["token": "u", "value": 2]], ["b", .null],
                ["$/progress", ["token": "t", "value": 3]],
            ])
    }

    @Test func `a request from the server is answered with -32601`() async {
        let peer = ClientPeer()
        peer.say(["jsonrpc": "2.0", "id": "s", "method": "window/show"])
        let answer = await peer.next()
        #expect(answer?["id"] == "s")
        #expect(answer?["error"]?["code"] == -32601)
    }

    @Test func `reading stops from a server that sends requests but does not read`() {
        let peer = ClientPeer(limits: ConnectionLimits(outputHighWater: 1000), reads: false)
        let request: JSONValue = ["jsonrpc": "2.0", "id": "s", "method": "window/show"]
        let bytes = request.bytes + [0x0A]
        let written = peer.client.receive(bytes).write.count
        var count = 0
        while peer.client.receive(bytes).wantsInput, count < 20 { count += 1 }
        #expect(count < 20)
        #expect(!peer.client.nextStep().wantsInput)
        let step = peer.client.outputDrained(written)
        #expect(peer.client.outputDrained(step.write.count).wantsInput)
    }

    @Test func `unread output alone does not stop the client from reading`() {
        let peer = ClientPeer(limits: ConnectionLimits(outputHighWater: 1000), reads: false)
        for _ in 0..<100 { peer.client.notify("a", ["0123456789"]) }
        #expect(peer.client.nextStep().wantsInput)
    }

    @Test func `messages sent before the close are still written`() async {
        let peer = ClientPeer(reads: false)
        peer.client.notify("a", [1])
        peer.client.close()
        peer.client.notify("b")
        let step = peer.client.nextStep()
        #expect(
            String(decoding: step.write, as: UTF8.self)
                == #"{"jsonrpc":"2.0","method":"a","params":[1]}"# + "\n")
        #expect(step.closes)
    }
}
