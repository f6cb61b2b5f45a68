import ExplorerRPC
import JSONCore
import JSONRPC
import TestSupport
import Testing

@testable import MCPBridge

@Suite(.patience) struct ProgressTests {
    /// The notifications of a call whose method reports these steps.
    private func notifications(
        _ steps: [(Int, Int)], meta: JSONObject
    ) async -> [JSONValue] {
        let call: Toolbox.Call = { _, context in
            for (done, total) in steps { context.progress?(done, total) }
            context.notify("$/progress", ["token": "t"])
            return MethodResult(text: Array("{}".utf8))
        }
        let client = TestClient(TestMethods.calls(["user.summary": call]))
        let params = MCPMessages.call("user_summary", ["login": "ada"], meta: meta)
        client.send(MCPMessages.request(1, "tools/call", params))
        return await client.finish().dropLast()
    }

    @Test(arguments: ["a", 7] as [JSONValue])
    func `progress has the token, increases, and has a total`(token: JSONValue) async {
        let steps = [(0, 2), (0, 2), (1, 2), (1, 5), (3, 5), (2, 5), (5, 5)]
        let sent = await notifications(steps, meta: ["progressToken": token])
        #expect(sent.allSatisfy { $0["method"] == "notifications/progress" })
        #expect(sent.allSatisfy { $0["params"]?["progressToken"] == token })
        #expect(sent.map { $0["params"]?["progress"] } == [0, 1, 3, 5])
        #expect(sent.map { $0["params"]?["total"] } == [2, 2, 5, 5])
        #expect(sent.last?["params"]?["message"] == "5 of 5 requests to GitHub answered")
    }

    @Test func `without a token no progress is sent, and never $/progress`() async {
        #expect(await notifications([(0, 1), (1, 1)], meta: [:]) == [])
    }
}
