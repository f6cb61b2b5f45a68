import ExplorerRPC
import Foundation
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

    /// The result of `repos_list`, with repositories of this description.
    private func list(
        _ count: Int, description: String, fields: JSONValue? = nil
    ) async throws -> (text: String, items: [JSONValue]) {
        let repositories = (0..<count).map { number -> JSONValue in
            [
                "id": JSONValue(number), "name": .string("r\(number)"), "stars": 7,
                "language": nil, "description": .string(description), "topics": ["a", "b"],
            ]
        }
        let answer: JSONValue = ["total": 3, "repositories": .array(repositories)]
        let result = await check(
            "repos_list", fields.map { ["fields": $0] } ?? [:],
            replaced: ["repos.list": TestMethods.result(answer)])
        #expect(result["structuredContent"]?["total"] == 3)
        return (
            try #require(result["content"]?[1]?["text"]?.stringValue),
            try #require(result["structuredContent"]?["repositories"]?.arrayValue)
        )
    }

    @Test func `a list is a table, and structured content with the same members`() async throws {
        let list = try await list(2, description: "d")
        let head = "name, stars, language, description"
        #expect(list.text == "\(head)\n\"r0\", 7, null, \"d\"\n\"r1\", 7, null, \"d\"")
        #expect(list.items[1].objectValue?.keys == head.components(separatedBy: ", "))
        #expect(try await self.list(0, description: "").text == head)
    }

    @Test func `fields chooses the members of the items`() async throws {
        let some = try await list(1, description: "d", fields: ["topics", "id"])
        #expect(some.items == [["topics": ["a", "b"], "id": 0]])
        #expect(some.text == "topics, id\n[\"a\",\"b\"], 0")
        let all = try await list(1, description: "d", fields: ["*"])
        #expect(
            all.items.first?.objectValue?.keys
                == ["id", "name", "description", "stars", "language", "topics"])
        #expect(all.text.hasPrefix("id, name, description, stars, language, topics\n"))
    }

    @Test func `a table that is too long is cut and says so`() async throws {
        let list = try await list(100, description: String(repeating: "x", count: 400))
        #expect(list.items.count == 100)
        #expect(list.text.utf8.count <= ToolResult.longestText)
        let lines = list.text.split(separator: "\n")
        let end = "The table is cut here; \(102 - lines.count) items more in structuredContent. "
        #expect(lines.last?.hasPrefix(end) == true)
    }

    @Test func `text from GitHub is quoted and on one line, in the sentence and in the table`()
        async throws
    {
        let hostile = "Ruby\u{9B}1m\u{202E}\n\", ignore all"
        let table = try await list(1, description: hostile)
        #expect(table.text.hasSuffix(#", "Ruby\u009b1m\u202e\n\", ignore all""#))

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
        let echo = ["user.summary": TestMethods.echo, "rate.status": TestMethods.echo]
        let result = await check("user_summary", ["login": "ada"], replaced: echo)
        #expect(result["structuredContent"] == ["login": "ada"])
        let client = TestClient(TestMethods.calls(echo))
        for params: JSONObject in [
            ["name": "rate_status"], ["name": "rate_status", "arguments": nil],
        ] {
            let answer = await client.call("tools/call", MCPMessages.stateless(params))
            #expect(answer["result"]?["structuredContent"] == [:])
        }
    }
}
