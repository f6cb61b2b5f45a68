import JSONCore

/// Names of members of `_meta`.
enum MetaKey {
    static let protocolVersion = "io.modelcontextprotocol/protocolVersion"
    static let clientCapabilities = "io.modelcontextprotocol/clientCapabilities"
    static let serverInfo = "io.modelcontextprotocol/serverInfo"
    /// This server's own: the JSON-RPC error that a result with `isError` stands for.
    static let error = "gitxplorer/error"

    /// Where a member is, seen from the params.
    static func pointer(_ key: String) -> String {
        JSONPointer(tokens: ["_meta", key]).description
    }
}
