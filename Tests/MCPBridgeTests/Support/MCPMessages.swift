import JSONCore

/// Messages as tests write them.
enum MCPMessages {
    static let meta: JSONObject = [
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": [:],
    ]

    static func request(_ id: JSONValue, _ method: String, _ params: JSONValue) -> JSONValue {
        ["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params]
    }

    /// The params of a request of revision 2026-07-28.
    static func stateless(_ params: JSONObject = [:], meta more: JSONObject = [:]) -> JSONValue {
        .object(params.merging(["_meta": .object(meta.merging(more))]))
    }

    /// The params of `tools/call` in revision 2026-07-28.
    static func call(
        _ tool: String, _ arguments: JSONObject = [:], meta: JSONObject = [:]
    ) -> JSONValue {
        stateless(["name": .string(tool), "arguments": .object(arguments)], meta: meta)
    }

    static func initialize(_ version: String) -> JSONValue {
        [
            "protocolVersion": .string(version), "capabilities": [:],
            "clientInfo": ["name": "test", "version": "1"],
        ]
    }

    static func cancellation(of id: JSONValue) -> JSONValue {
        [
            "jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": id],
        ]
    }
}
