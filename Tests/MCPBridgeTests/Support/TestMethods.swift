import ExplorerRPC
import JSONCore
import JSONRPC

/// Methods that answer with their documented examples, but for those that a test puts in.
enum TestMethods {
    struct Mistake: Error {}

    static func registry(_ replaced: [RPCMethod] = []) -> MethodRegistry {
        let examples = ServiceMethod.all.map { method in
            RPCMethod(method.name) { _, _ in method.documentation.examples[0].result.bytes }
        }
        return MethodRegistry(
            examples + replaced, mapError: { _ in .internalError(incident: "test") })
    }

    /// Fails with `error` whatever it is asked.
    static func failing(_ name: String, _ error: any Error) -> RPCMethod {
        RPCMethod(name) { _, _ in throw error }
    }

    /// Answers with the params that it got.
    static func echo(_ name: String) -> RPCMethod {
        RPCMethod(name) { params, _ in params.value().bytes }
    }
}
