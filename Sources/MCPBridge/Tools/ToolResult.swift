import ExplorerRPC
import JSONCore
import JSONRPC

/// The result of `tools/call`.
///
/// `content` is what a model reads: a sentence, then the same JSON as in `structuredContent`, which
/// clients that know nothing of that need (MCP 2026-07-28, "Structured Content"). An image takes
/// the place of that JSON: in base64 inside of a text it would tell a model nothing.
enum ToolResult {
    static func members(of result: JSONValue, gist: String) -> JSONObject {
        [
            "content": [text(gist), image(in: result) ?? text(result.text)],
            "structuredContent": result,
            "isError": false,
        ]
    }

    /// An error has no `structuredContent`: it would have to be what the output schema says, and
    /// clients on MCP's TypeScript SDK hold it to that. The error object is in `_meta` instead.
    static func members(of error: RPCError) -> JSONObject {
        [
            "content": [text(error.message), text(error.value.text)],
            "isError": true,
            "_meta": .object([MetaKey.error: error.value]),
        ]
    }

    private static func text(_ text: String) -> JSONValue {
        ["type": "text", "text": .string(text)]
    }

    /// The image that a result is, if it is one.
    private static func image(in result: JSONValue) -> JSONValue? {
        guard let data = result["data"]?.stringValue, let kind = result["mimeType"]?.stringValue
        else { return nil }
        return ["type": "image", "data": .string(data), "mimeType": .string(kind)]
    }
}
