import ExplorerRPC
import JSONCore
import JSONRPC

/// The errors that MCP adds, and those that are a tool's own.
extension RPCError {
    static func unsupportedVersion(_ version: String) -> RPCError {
        let remedy =
            Revision(rawValue: version) == nil
            ? "take one of those in data.supported" : "begin with initialize for that one"
        return RPCError(
            code: -32022, kind: "unsupportedProtocolVersion",
            message:
                "This server does not take requests of version \"\(version.prefix(80))\"; \(remedy).",
            details: ["supported": Revision.names, "requested": .string(version)])
    }

    static func unknownTool(_ name: String, suggestion: String?) -> RPCError {
        let remedy = suggestion.map { "did you mean \"\($0)\"?" } ?? "tools/list lists them"
        return .invalidParams([("/name", "unknown tool \"\(name.prefix(80))\"; \(remedy)")])
    }

    /// What a request is told that is neither of a stateless revision nor after `initialize`.
    static let noVersion = RPCError.invalidParams([
        (
            MetaKey.pointer(MetaKey.protocolVersion),
            "expected a version, or initialize before this request"
        )
    ])

    /// Whether a model can do something about it: what GitHub or the arguments are to blame for.
    ///
    /// The rest are errors of the protocol or of this server.
    ///
    /// - SeeAlso: MCP 2026-07-28, "Tools", "Error Handling".
    var isOfTool: Bool {
        code == ErrorKind.invalidParams.code || code >= 1000
    }
}
