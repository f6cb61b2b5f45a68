import JSONCore
import JSONRPC

/// Names of members of `_meta`.
enum MetaKey {
    static let protocolVersion = "io.modelcontextprotocol/protocolVersion"
    static let clientCapabilities = "io.modelcontextprotocol/clientCapabilities"
    /// MCP 2026-07-28, "Trace Context" (SEP-414).
    static let trace = "traceparent"
    static let serverInfo = "io.modelcontextprotocol/serverInfo"
    /// This server's own member: the JSON-RPC error behind a result with `isError`.
    static let error = "gitxplorer/error"

    /// The error for a member that is missing or wrong.
    static func error(_ key: String, _ expectation: String) -> RPCError {
        .invalidParams([(JSONPointer(tokens: ["_meta", key]).description, expectation)])
    }
}
