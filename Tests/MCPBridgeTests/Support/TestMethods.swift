import ExplorerRPC
import FoundationEssentials
import JSONCore
import JSONRPC

/// Methods whose results are their documented examples, except for those that a test replaces.
enum TestMethods {
    struct Mistake: Error {}

    static func services(
        _ replaced: [String: Services.Call] = [:],
        shown: @escaping @Sendable (String) -> String = { $0 }
    ) -> Services {
        let examples = ServiceMethod.all.map { method in
            (method.name, result(method.documentation.examples[0].result))
        }
        return Services(
            replaced.merging(examples) { replaced, _ in replaced }, shown: shown,
            mapError: { _ in .internalError(incident: "test") })
    }

    /// Has this result whatever it is asked.
    static func result(_ value: JSONValue, until expiry: Date? = nil) -> Services.Call {
        { _, _ in MethodResult(text: value.bytes, expiresAt: expiry) }
    }

    /// Fails with `error` whatever it is asked.
    static func failing(_ error: any Error) -> Services.Call {
        { _, _ in throw error }
    }

    /// Its result is its params.
    static let echo: Services.Call = { params, _ in
        MethodResult(text: JSONValue.object(params).bytes)
    }
}
