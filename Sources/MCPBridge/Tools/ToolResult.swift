import ExplorerRPC
import JSONCore
import JSONRPC

/// The result of `tools/call`.
///
/// `content` is for the model: a sentence, then the JSON of `structuredContent`, which clients
/// without support for that need (MCP 2026-07-28, "Structured Content"). For a list it is a table,
/// which takes a third of the JSON, and for a long README its beginning. An image block replaces
/// the JSON of an image, because base64 in a text tells a model nothing.
///
/// Invisible characters in the text are escaped.
enum ToolResult {
    /// Size of the longest table with its sentence, and of the longest part of a README, in bytes.
    static let longestText = 16_000

    /// - Parameter json: the JSON of a result of `method`.
    static func members(
        of json: [UInt8], _ method: any DocumentedMethod.Type, _ selection: ItemSelection?
    ) -> JSONObject {
        // This program wrote the text.
        let result = (try? JSONParser(maximumDepth: .max).parse(json)) ?? .null
        let summary = summary(of: result, method)
        let content =
            selection.map { text($0.table(of: result, limit: longestText - summary.utf8.count)) }
            ?? image(in: result) ?? longText(in: result, json.count)
            ?? text(String(decoding: json, as: UTF8.self).visible)
        return [
            "content": [text(summary), content],
            "structuredContent": selection?.applied(to: result) ?? result, "isError": false,
        ]
    }

    /// The gist of a result, whether there is more, whether it is stale, and what it lacks.
    static func summary(of result: JSONValue, _ method: any DocumentedMethod.Type) -> String {
        var sentences = [method.gist(of: result)]
        if let next = result["nextPage"]?.intValue {
            sentences.append("Next page: \(next).")
        } else if result["nextPage"] != nil {
            let isEmpty = method.items.flatMap { result[$0.member]?.arrayValue?.isEmpty } == true
            sentences.append(isEmpty ? "This page is empty." : "This is the last page.")
        }
        if result["incompleteResults"] == true {
            sentences.append("GitHub stopped the search early.")
        }
        if method.list != nil, result["truncated"] == true {
            sentences.append("The list is cut.")
        }
        if let count = result["skipped"]?.intValue, count > 0 {
            sentences.append("\(Gist.count(count, "malformed item")) left out.")
        }
        if result["freshness"]?["source"] == "stale" {
            let time = result["freshness"]?["fetchedAt"]?.stringValue ?? ""
            sentences.append("GitHub could not be asked; this is as of \(time).")
        }
        return sentences.joined(separator: " ")
    }

    /// An error has no `structuredContent`: it would have to satisfy the output schema, which
    /// clients on MCP's TypeScript SDK check. The error object is in `_meta` instead.
    static func members(of error: RPCError) -> JSONObject {
        [
            "content": [text(error.message.visible), text(error.value.text.visible)],
            "isError": true,
            "_meta": .object([MetaKey.error: error.value]),
        ]
    }

    /// For how long a client may store a result, 0 if an equal request may have another one, and
    /// whether it is the same for all users (MCP 2026-07-28, "Caching").
    static func cacheHint(milliseconds: Int, isPublic: Bool) -> JSONObject {
        ["ttlMs": JSONValue(milliseconds), "cacheScope": isPublic ? "public" : "private"]
    }

    /// The beginning of a long text in a result, if it has one.
    private static func longText(in result: JSONValue, _ size: Int) -> JSONValue? {
        guard size > longestText else { return nil }
        return result["text"]?.stringValue.map { whole in
            let start = whole.prefix(utf8: longestText)
            let visible = start.replacing("\r\n", with: "\n").visibleLines
            let shown = visible.prefix(utf8: longestText - 100)
            let isAll = start.utf8.count == whole.utf8.count && shown == visible
            return text(
                isAll
                    ? shown
                    : "\(shown)\nThe text is cut here; all of it is in structuredContent.")
        }
    }

    private static func text(_ text: String) -> JSONValue {
        ["type": "text", "text": .string(text)]
    }

    /// The image in a result, if it is one.
    private static func image(in result: JSONValue) -> JSONValue? {
        guard let data = result["data"]?.stringValue, let kind = result["mimeType"]?.stringValue
        else { return nil }
        return ["type": "image", "data": .string(data), "mimeType": .string(kind)]
    }
}
