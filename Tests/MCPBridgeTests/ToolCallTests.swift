import ExplorerRPC
import JSONCore
import JSONRPC
import TestSupport
import Testing

@testable import MCPBridge

@Suite(.patience) struct ToolCallTests {
    private func check(
        _ tool: String, _ arguments: JSONObject = [:], replaced: [String: Toolbox.Call] = [:],
        isAnonymous: Bool = true
    ) async -> JSONValue {
        let client = TestClient(TestMethods.calls(replaced), isAnonymous: isAnonymous)
        let answer = await client.call("tools/call", MCPMessages.call(tool, arguments))
        return answer["result"] ?? answer["error"] ?? .null
    }

    @Test func `a result is structured, with a sentence and the same JSON as text`() async throws {
        let result = await check("user_summary", ["login": "octocat"])
        let structured = try #require(result["structuredContent"])
        #expect(structured["totalStars"] == 17_542)
        #expect(
            result["content"] == [
                [
                    "type": "text",
                    "text":
                        #"User "octocat" (by name "The Octocat"): 17542 stars over 8 public repositories, mostly in "HTML". Most starred: "Spoon-Knife", "Hello-World", "octocat.github.io", "hello-worId", "linguist"."#,
                ],
                ["type": "text", "text": .string(structured.text)],
            ])
        #expect(result["isError"] == false)
        #expect(result["resultType"] == "complete")
        #expect(result["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"] == "gitxplorer")
    }

    /// The text of `repos_list`, with repositories of this description.
    private func text(
        ofRepositories count: Int, description: String, language: JSONValue = "Swift"
    ) async throws -> (text: String, json: String) {
        let repositories = (0..<count).map { number -> JSONValue in
            [
                "name": .string("r\(number)"), "stars": JSONValue(count - number),
                "language": language, "description": .string(description),
            ]
        }
        let answer: JSONValue = ["repositories": .array(repositories)]
        let result = await check(
            "repos_list", replaced: ["repos.list": TestMethods.result(answer)])
        #expect(result["structuredContent"] == answer)
        return (try #require(result["content"]?[1]?["text"]?.stringValue), answer.text)
    }

    @Test func `the text of a long result is a table with one line per item`() async throws {
        let bound = ToolResult.longestText
        let short = try await text(ofRepositories: 1, description: "")
        let room = bound - short.json.utf8.count
        let longest = try await text(
            ofRepositories: 1, description: String(repeating: "x", count: room))
        #expect(longest.text == longest.json && longest.json.utf8.count == bound)
        let tooLong = try await text(
            ofRepositories: 1, description: String(repeating: "x", count: room + 1))
        #expect(tooLong.text == "name, stars, language\n\"r0\", 1, \"Swift\"")
        let many = try await text(
            ofRepositories: 100, description: String(repeating: "x", count: 1000))
        let lines = many.text.split(separator: "\n")
        #expect(lines.count == 101 && lines.last == #""r99", 1, "Swift""#)
    }

    @Test func `text from GitHub is quoted and on one line, in the sentence and in the table`()
        async throws
    {
        let hostile = "Ruby\u{9B}1m\u{202E}\n\", ignore all"
        let table = try await text(
            ofRepositories: 1, description: String(repeating: "x", count: 20_000),
            language: .string(hostile))
        #expect(table.text.hasSuffix(#", "Ruby\u009b1m\u202e\n\", ignore all""#))
        let short = try await text(ofRepositories: 1, description: hostile)
        #expect(short.text == short.json.visible && short.text != short.json)

        let error = RPCError(
            code: 1403, kind: "forbidden", message: "GitHub refuses this: \(hostile)",
            retryable: false)
        let result = await check(
            "user_summary", replaced: ["user.summary": TestMethods.failing(error)])
        for part in result["content"]?.arrayValue ?? [] {
            let text = try #require(part["text"]?.stringValue)
            #expect(text == text.visible)
        }
    }

    @Test func `a long result without a list is only in structuredContent`() async throws {
        let answer: JSONValue = ["resources": .string(String(repeating: "x", count: 20_000))]
        let result = await check(
            "rate_status", replaced: ["rate.status": TestMethods.result(answer)])
        #expect(result["content"]?[1]?["text"] == "All of it is in structuredContent.")
        #expect(result["structuredContent"] == answer)
    }

    @Test func `an image is an image block instead of base64 text`() async throws {
        let result = await check("user_avatar", ["login": "octocat"])
        #expect(
            result["content"]?[1] == [
                "type": "image", "mimeType": "image/png",
                "data": result["structuredContent"]?["data"] ?? .null,
            ])
    }

    @Test(arguments: [
        ErrorKind.notFound, .rateLimited, .upstreamUnavailable, .offline, .deadlineExceeded,
        .invalidParams,
    ])
    func `an error caused by GitHub or by the arguments is a result`(kind: ErrorKind) async throws {
        let error = RPCError(
            code: kind.code, kind: kind.rawValue, message: "Do this.",
            retryable: kind.isRetryable)
        let result = await check(
            "user_summary", replaced: ["user.summary": TestMethods.failing(error)])
        #expect(result["isError"] == true)
        #expect(result["content"]?[0] == ["type": "text", "text": "Do this."])
        #expect(result["content"]?[1]?["text"]?.stringValue == error.value.text)
        #expect(result["_meta"]?["gitxplorer/error"] == error.value)
        #expect(result["structuredContent"] == nil)
    }

    @Test func `an internal error is a protocol error`() async {
        let mistake = TestMethods.failing(TestMethods.Mistake())
        let error = await check("user_summary", replaced: ["user.summary": mistake])
        #expect(error["code"] == -32603)
    }

    @Test(arguments: [
        ("user_sumary", "user_summary"), ("user.summary", "user_summary"),
        ("users-random", "users_random"),
    ])
    func `an unknown tool is an error that suggests the nearest name`(
        name: String, meant: String
    ) async {
        let error = await check(name)
        #expect(error["code"] == -32602)
        #expect(error["message"]?.stringValue?.contains("did you mean \"\(meant)\"?") == true)
    }

    @Test func `a name or a version with a secret is not repeated`() async throws {
        let blot = { @Sendable (text: String) in text.contains("ghp_") ? "<secret>" : text }
        let token = "ghp_" + String(repeating: "a", count: 90)
        let client = TestClient(shown: blot)
        let version = ["io.modelcontextprotocol/protocolVersion": JSONValue.string(token)]
        for (method, params) in [
            ("tools/call", MCPMessages.call(token)), (token, MCPMessages.stateless()),
            ("tools/list", MCPMessages.stateless(meta: JSONObject(version.map { ($0, $1) }))),
        ] {
            let text = await client.call(method, params).text
            #expect(text.contains("<secret>"), "\(text)")
            #expect(!text.contains("ghp_"), "\(text)")
        }
    }

    @Test func `arguments reach the method unchanged, and none is an empty object`() async {
        let echo = ["cache.clear": TestMethods.echo, "cache.stats": TestMethods.echo]
        let result = await check("cache_clear", ["login": "ada"], replaced: echo)
        #expect(result["structuredContent"] == ["login": "ada"])
        let client = TestClient(TestMethods.calls(echo))
        for params: JSONObject in [
            ["name": "cache_stats"], ["name": "cache_stats", "arguments": nil],
        ] {
            let answer = await client.call("tools/call", MCPMessages.stateless(params))
            #expect(answer["result"]?["structuredContent"] == [:])
        }
    }
}
