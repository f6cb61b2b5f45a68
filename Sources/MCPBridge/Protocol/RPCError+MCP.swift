import ExplorerRPC
import JSONCore
import JSONRPC

/// Errors of MCP, and errors that are results of tools.
extension RPCError {
    /// - Parameter version: without secrets, as is the name of a tool.
    static func unsupportedVersion(_ version: String) -> RPCError {
        let remedy =
            Revision(rawValue: version) == nil
            ? "use one of those in data.supported" : "begin with initialize for that one"
        return RPCError(
            code: -32022, kind: "unsupportedProtocolVersion",
            message:
                "This server does not accept requests of version \"\(version.prefix(80))\"; \(remedy).",
            details: ["supported": Revision.names, "requested": .string(version)])
    }

    static func unknownTool(_ name: String, suggestion: String?) -> RPCError {
        let remedy = suggestion.map { "did you mean \"\($0)\"?" } ?? "tools/list lists them"
        return .invalidParams([("/name", "unknown tool \"\(name.prefix(80))\"; \(remedy)")])
    }

    static func withheldTool(_ name: String) -> RPCError {
        .invalidParams([
            ("/name", "this server has no tool \"\(name)\"; gitxplorer mcp --auth-tools has it")
        ])
    }

    /// -32020: a header field is missing, or is not what the body says. The body is not repeated, because it
    /// may have a secret.
    static func headerMismatch(_ field: String) -> RPCError {
        RPCError(
            code: -32020, kind: "headerMismatch",
            message: "Send the header field \(field) once, with what the body says.",
            details: ["header": .string(field)])
    }

    static let noBatches = RPCError.invalidRequest(
        "Send each message as the body of its own POST; only 2025-03-26 has batches.")

    /// The error for a request that neither names a stateless revision nor follows `initialize`.
    static let noVersion = MetaKey.error(
        MetaKey.protocolVersion, "expected a version, or initialize before this request")

    /// Whether a model can act on the error, because GitHub or the arguments caused it, and not the
    /// protocol or this server (MCP 2026-07-28, "Tools", "Error Handling").
    var isOfTool: Bool {
        code == ErrorKind.invalidParams.code || code >= 1000
    }
}
