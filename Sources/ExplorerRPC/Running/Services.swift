package import JSONCore
package import JSONRPC
import JSONSchema

/// Calls methods with values, for protocols other than JSON-RPC (``ServiceMethod``).
package struct Services: Sendable {
    /// Calls one method, with params by name.
    package typealias Call =
        @Sendable (JSONObject, RequestContext) async throws -> MethodResult

    /// Removes secrets from a client's text before an error repeats it.
    package let shown: @Sendable (String) -> String
    private let calls: [String: Call]
    private let mapError: @Sendable (any Error) -> RPCError

    package init(_ environment: MethodEnvironment) {
        self.init(
            Dictionary(
                uniqueKeysWithValues: MethodCatalog.services.map {
                    ($0.name, $0.serviceCall(environment))
                }),
            shown: environment.redact,
            mapError: { ErrorCatalog.rpcError(for: $0, incident: environment.incident) })
    }

    /// - Parameters:
    ///   - calls: by the name of the method.
    ///   - mapError: turns an error of a call into the client's; an ``RPCError`` stays as it is.
    package init(
        _ calls: [String: Call], shown: @escaping @Sendable (String) -> String,
        mapError: @escaping @Sendable (any Error) -> RPCError
    ) {
        self.calls = calls
        self.shown = shown
        self.mapError = mapError
    }

    /// Gives the result that the JSON-RPC method of that name gives.
    package func call(
        _ method: ServiceMethod, _ params: JSONObject, _ context: RequestContext
    ) async throws(RPCError) -> MethodResult {
        guard let call = calls[method.name] else { throw .methodNotFound(method.name) }
        do {
            return try await call(params, context)
        } catch let error as RPCError {
            throw error
        } catch {
            throw mapError(error)
        }
    }
}

extension DocumentedMethod {
    fileprivate static func serviceCall(_ environment: MethodEnvironment) -> Services.Call {
        let runner = MethodRunner(Self.self, environment: environment) {
            $0.withoutProgressToken
        }
        return { try await runner.run(.object($0), sentAs: nil, $1) }
    }
}
