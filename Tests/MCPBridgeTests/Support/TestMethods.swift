import ExplorerRPC
import FoundationEssentials
import JSONCore
import JSONRPC

@testable import MCPBridge

/// Methods whose results are those of their examples, except for those that a test replaces.
enum TestMethods {
    struct Mistake: Error {}

    static func calls(_ replaced: [String: Toolbox.Call] = [:]) -> [String: Toolbox.Call] {
        let examples = MethodCatalog.services.map { method in
            (method.name, result(MethodExample.result(of: method.name)))
        }
        return replaced.merging(examples) { replaced, _ in replaced }
    }

    /// Always returns this result.
    static func result(_ value: JSONValue, until expiry: Date? = nil) -> Toolbox.Call {
        { _, _ in MethodResult(text: value.bytes, expiresAt: expiry) }
    }

    /// Always fails with `error`.
    static func failing(_ error: any Error) -> Toolbox.Call {
        { _, _ in throw error }
    }

    /// Returns its params.
    static let echo: Toolbox.Call = { params, _ in
        MethodResult(text: JSONValue.object(params).bytes)
    }
}
