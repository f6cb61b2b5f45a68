import Dispatch
import ExplorerRPC
import JSONCore
import JSONRPC
import JSONSchema
import Synchronization

/// Responses of a GitHub that sends anything, through everything above the socket.
///
/// Each call is made twice, so that the second one finds what the cache has stored. Its result must
/// satisfy the method's schema, or it is an error of the table that satisfies the error's schema.
enum UpstreamTarget {
    static func run(_ input: [UInt8]) throws(Finding) {
        let script = UpstreamScript(input)
        let outcome = Mutex<Result<Void, Finding>>(.success(()))
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            let result = await hold(script)
            outcome.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        try outcome.withLock { $0 }.get()
    }

    private static func hold(_ script: UpstreamScript) async -> Result<Void, Finding> {
        let upstream = ScriptedUpstream(script.answers)
        guard let stack = UpstreamStack(upstream) else { return .failure(Finding("no stack")) }
        var result = Result<Void, Finding>.success(())
        do throws(Finding) {
            for call in script.calls + script.calls { try await make(call, on: stack) }
            try Finding.unless(
                upstream.requests <= ScriptedUpstream.maximumRequests,
                "\(upstream.requests) requests")
        } catch {
            result = .failure(error)
        }
        await stack.close()
        return result
    }

    private static func make(
        _ call: UpstreamScript.Call, on stack: UpstreamStack
    ) async throws(Finding) {
        guard let method = MethodCatalog.services.first(where: { $0.name == call.method }),
            // Its figures are not upstream's.
            method.name != "cache.stats",
            let params = try? JSONParser().parse(
                call.params.isEmpty ? Array("{}".utf8) : call.params)
        else { return }
        let answer = await stack.registry.call(
            call.method, RPCParams(params) ?? .none, RequestContext())
        switch answer {
        case .success(let text):
            guard let value = try? JSONParser().parse(text) else {
                throw Finding("\(call.method): no JSON: \(String(decoding: text, as: UTF8.self))")
            }
            try check(value, method.resultSchema, call.method)
        case .failure(let error):
            let kind = ErrorKind.allCases.first { $0.code == error.code }
            guard let kind, method.documentation.errors.contains(kind) else {
                throw Finding("\(call.method): \(error.code) is none of its errors")
            }
            try Finding.unless(
                kind != .internalError && kind != .deadlineExceeded,
                "\(call.method): \(error.message) \(JSONValue.object(error.data))")
            try check(.object(error.data), kind.dataSchema, "\(call.method): \(kind)")
        }
    }

    private static func check(
        _ value: JSONValue, _ schema: Schema, _ origin: String
    ) throws(Finding) {
        let violations = schema.validate(value, definitions: TypeSchemas.definitions)
        try Finding.unless(
            violations.isEmpty,
            "\(origin): \(violations.map { "\($0.path) \($0.message)" }) in \(value)")
    }
}
