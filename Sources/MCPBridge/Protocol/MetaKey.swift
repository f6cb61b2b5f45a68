import JSONCore

/// Names of members of `_meta`.
enum MetaKey {
    static let protocolVersion = "io.modelcontextprotocol/protocolVersion"
    static let clientCapabilities = "io.modelcontextprotocol/clientCapabilities"
    static let serverInfo = "io.modelcontextprotocol/serverInfo"
    /// This server's own member: the JSON-RPC error behind a result with `isError`.
    static let error = "gitxplorer/error"

    /// The pointer to a member, from the params.
    static func pointer(_ key: String) -> String {
        JSONPointer(tokens: ["_meta", key]).description
    }
}
