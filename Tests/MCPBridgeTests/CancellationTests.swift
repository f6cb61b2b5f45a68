import ExplorerRPC
import JSONCore
import JSONRPC
import Synchronization
import TestSupport
import Testing

@testable import MCPBridge

@Suite(.patience) struct CancellationTests {
    private let started = AsyncStream.makeStream(of: Void.self)
    private let cancelled = AsyncStream.makeStream(of: Void.self)

    /// Runs until it is cancelled, and reports progress before and after.
    private var client: TestClient {
        let endless: Toolbox.Call = { [started, cancelled] _, context in
            context.progress?(0, 2)
            started.continuation.finish()
            for await _ in AsyncStream.makeStream(of: Void.self).stream {}
            context.progress?(1, 2)
            cancelled.continuation.finish()
            throw CancellationError()
        }
        return TestClient(TestMethods.calls(["user.summary": endless]))
    }

    @Test func `a cancelled call is stopped and sends nothing more`() async {
        let client = client
        let params = MCPMessages.call("user_summary", ["login": "ada"], meta: ["progressToken": 7])
        client.send(MCPMessages.request("a", "tools/call", params))
        for await _ in started.stream {}
        #expect(await client.receive().first?["params"]?["progress"] == 0)
        client.send(MCPMessages.cancellation(of: "a"))
        for await _ in cancelled.stream {}
        #expect(await client.finish() == [])
    }

    @Test func `a cancellation of an unknown request is ignored`() async {
        let client = client
        client.send(
            MCPMessages.cancellation(of: "b"), MCPMessages.cancellation(of: .null),
            ["jsonrpc": "2.0", "method": "notifications/cancelled"])
        #expect(await client.call("ping", [:])["result"] == [:])
    }

    @Test func `a notification calls no tool`() async {
        let calls = Atomic(0)
        let counting: Toolbox.Call = { _, _ in
            calls.add(1, ordering: .relaxed)
            return MethodResult(text: Array("{}".utf8))
        }
        let client = TestClient(TestMethods.calls(["user.summary": counting]))
        let params = MCPMessages.call("user_summary")
        client.send(["jsonrpc": "2.0", "method": "tools/call", "params": params])
        #expect(await client.finish() == [])
        #expect(calls.load(ordering: .relaxed) == 0)
    }
}
