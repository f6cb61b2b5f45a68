import ExplorerRPC
import JSONCore
import JSONRPC

/// The result of `tools/call`.
///
/// `content` is for the model: a sentence, then the JSON of `structuredContent`, which clients
/// without support for that need (MCP 2026-07-28, "Structured Content"). If that JSON is long, a
/// short table replaces it. An image block replaces the JSON of an image, because base64 in a text
/// tells a model nothing.
///
/// Invisible characters in the text are escaped.
enum ToolResult {
    /// Size of the longest JSON that is sent as text, in bytes.
    static let longestText = 16 << 10

    /// - Parameter json: the JSON of a result of `method`.
    static func members(of json: [UInt8], _ method: any DocumentedMethod.Type) -> JSONObject {
        // This program wrote the text.
        let result = (try? JSONParser(maximumDepth: .max).parse(json)) ?? .null
        let content =
            image(in: result) ?? short(json) ?? longText(in: result)
            ?? text(
                method.items.map { table($0, of: result) } ?? "All of it is in structuredContent.")
        return [
            "content": [text(summary(of: result, method)), content], "structuredContent": result,
            "isError": false,
        ]
    }

    /// The gist of a result, whether it is stale, and what it lacks.
    static func summary(of result: JSONValue, _ method: any DocumentedMethod.Type) -> String {
        var sentences = [method.gist(of: result)]
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

    /// Nil if the text is too long.
    private static func short(_ json: [UInt8]) -> JSONValue? {
        guard json.count <= longestText else { return nil }
        let json = String(decoding: json, as: UTF8.self).visible
        return json.utf8.count <= longestText ? text(json) : nil
    }

    /// The beginning of a long text in a result, if it has one.
    private static func longText(in result: JSONValue) -> JSONValue? {
        result["text"]?.stringValue.map { whole in
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

    /// The items, one per line after the names of the columns. Strings are in quotation marks.
    static func table(_ table: ItemTable, of result: JSONValue) -> String {
        let items = result[table.member]?.arrayValue ?? []
        let columns = table.columns.filter { column in items.contains { $0[column] != nil } }
        let rows = items.map { item in
            columns.map { column in
                item[column].map { value in
                    value.stringValue.map { Gist.quoted($0) } ?? value.text
                } ?? ""
            }
        }
        return ([columns] + rows).map { $0.joined(separator: ", ") }.joined(separator: "\n")
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
