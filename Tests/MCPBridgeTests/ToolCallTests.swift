import ExplorerRPC
import JSONCore
import JSONRPC
import Testing

@testable import MCPBridge

@Suite(.timeLimit(.minutes(1))) struct ToolCallTests {
    private func check(
        _ tool: String, _ arguments: JSONObject = [:], replaced: [RPCMethod] = [],
        isAnonymous: Bool = true
    ) async -> JSONValue {
        let client = MCPTestClient(TestMethods.registry(replaced), isAnonymous: isAnonymous)
        let answer = await client.call("tools/call", MCPMessages.call(tool, arguments))
        return answer["result"] ?? answer["error"] ?? .null
    }

    @Test func `a result is structured, with a sentence and the same JSON as text`() async throws {
        let result = await check("user_summary", ["login": "octocat"])
        let structured = try #require(result["structuredContent"])
        #expect(structured["totalStars"] == 20_000)
        #expect(
            result["content"] == [
                [
                    "type": "text",
                    "text":
                        "The Octocat (octocat): 20000 stars over 8 public repositories, mostly in CSS. Most starred: Hello-World.",
                ],
                ["type": "text", "text": .string(structured.text)],
            ])
        #expect(result["isError"] == false)
        #expect(result["resultType"] == "complete")
        #expect(result["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"] == "gitxplorer")
    }

    @Test func `an image is an image instead of text in base64`() async throws {
        let result = await check("user_avatar", ["login": "octocat"])
        #expect(
            result["content"]?[1] == [
                "type": "image", "mimeType": "image/png",
                "data": result["structuredContent"]?["data"] ?? .null,
            ])
    }

    @Test(arguments: [
        (ErrorKind.notFound, "user_summary"), (.rateLimited, "user_summary"),
        (.upstreamUnavailable, "user_summary"), (.offline, "user_summary"),
        (.deadlineExceeded, "user_summary"),
    ])
    func `what GitHub is to blame for is a result that says so`(
        kind: ErrorKind, tool: String
    ) async throws {
        let error = RPCError(
            code: kind.code, kind: kind.rawValue, message: "Do this.",
            retryable: kind.isRetryable)
        let result = await check(
            tool, ["login": "ada"], replaced: [TestMethods.failing("user.summary", error)])
        #expect(result["isError"] == true)
        #expect(result["content"]?[0] == ["type": "text", "text": "Do this."])
        #expect(result["content"]?[1]?["text"]?.stringValue == error.value.text)
        #expect(result["_meta"]?["gitxplorer/error"] == error.value)
        #expect(result["structuredContent"] == nil)
    }

    @Test func `arguments that do not fit are a result that points at them`() async {
        let result = await check("users_random", ["count": 0, "workDoneToken": "t"])
        let errors = result["_meta"]?["gitxplorer/error"]?["data"]?["errors"]?.arrayValue
        #expect(result["isError"] == true)
        #expect(errors?.map { $0["path"] } == ["/count", "/workDoneToken"])
    }

    @Test func `a mistake of the server is an error of the protocol`() async {
        let mistake = TestMethods.failing("user.summary", TestMethods.Mistake())
        let error = await check("user_summary", ["login": "ada"], replaced: [mistake])
        #expect(error["code"] == -32603)
    }

    @Test(arguments: [
        ("user_sumary", "user_summary"), ("user.summary", "user_summary"),
        ("users-random", "users_random"),
    ])
    func `an unknown tool is an error that suggests the one that was meant`(
        name: String, meant: String
    ) async {
        let error = await check(name)
        #expect(error["code"] == -32602)
        #expect(error["message"]?.stringValue?.contains("did you mean \"\(meant)\"?") == true)
    }

    @Test func `arguments reach the method as they are, and none are an empty object`() async {
        let echo = [TestMethods.echo("cache.clear"), TestMethods.echo("cache.stats")]
        let result = await check("cache_clear", ["login": "ada"], replaced: echo)
        #expect(result["structuredContent"] == ["login": "ada"])
        let client = MCPTestClient(TestMethods.registry(echo))
        for params: JSONObject in [
            ["name": "cache_stats"], ["name": "cache_stats", "arguments": nil],
        ] {
            let answer = await client.call("tools/call", MCPMessages.stateless(params))
            #expect(answer["result"]?["structuredContent"] == [:])
        }
    }

    @Test func `an answer that is known is given without the handler`() async {
        let known = RPCMethod("user.summary", immediate: { _ in Array(#"{"known":1}"#.utf8) }) {
            _, _ in throw TestMethods.Mistake()
        }
        let result = await check("user_summary", ["login": "ada"], replaced: [known])
        #expect(result["structuredContent"] == ["known": 1])
    }
}
