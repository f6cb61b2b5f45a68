import FuzzTargets
import JSONCore
import JSONRPC

/// A small registry for tests: the methods of JSON-RPC 2.0's examples, and some for control.
enum TestMethods {
    struct Mistake: Error {}

    /// - Parameter events: the events that `hold` posts and waits for.
    static func registry(_ events: Events = Events()) -> MethodRegistry {
        MethodRegistry(
            [
                RPCMethod("subtract", immediate: { subtract($0.value()).bytes }) { params, _ in
                    subtract(params.value()).bytes
                },
                RPCMethod("sum") { params, _ in
                    let terms = params.value().arrayValue ?? []
                    return JSONValue(terms.compactMap(\.intValue).reduce(0, +)).bytes
                },
                RPCMethod("get_data") { _, _ in JSONValue.array(["hello", 5]).bytes },
                RPCMethod("update") { _, _ in
                    events.post("updated")
                    return JSONValue.null.bytes
                },
                RPCMethod("notify_hello") { _, _ in JSONValue.null.bytes },
                RPCMethod("notify_sum") { _, _ in JSONValue.null.bytes },
                RPCMethod("echo") { params, _ in params.value().bytes },
                RPCMethod("now", immediate: { $0.value().bytes }) { params, _ in
                    params.value().bytes
                },
                RPCMethod("shutdown") { _, _ in JSONValue.null.bytes },
                RPCMethod("lines") { _, _ in Array("[1,\n2\n]".utf8) },
                RPCMethod("mistake") { _, _ in throw Mistake() },
                RPCMethod("refuse") { _, _ in throw RPCError.refused },
                RPCMethod("hold") { try await hold($0, $1, events) },
            ],
            mapError: { _ in .internalError(incident: "test") })
    }

    private static func subtract(_ params: JSONValue) -> JSONValue {
        let minuend = params["minuend"] ?? params[0]
        let subtrahend = params["subtrahend"] ?? params[1]
        return JSONValue((minuend?.intValue ?? 0) - (subtrahend?.intValue ?? 0))
    }

    /// Posts `started KEY`, and answers with the key after `release KEY`.
    ///
    /// It sends a notification when it starts and when it continues, and posts `ended KEY`. When it
    /// is cancelled it posts `cancelled KEY`, and continues; with `"stubborn": true` only after
    /// `release KEY`.
    private static func hold(
        _ params: RPCParams, _ context: RequestContext, _ events: Events
    ) async throws -> [UInt8] {
        let params = params.value()
        let key = params["key"]?.stringValue ?? "-"
        let isStubborn = params["stubborn"]?.boolValue ?? false
        defer { events.post("ended \(key)") }
        if params["talks"]?.boolValue ?? false { context.notify("begun", .string(key)) }
        events.post("started \(key)")
        await withTaskCancellationHandler {
            await events.wait(
                for: "release \(key)", isStubborn ? "release \(key)" : "cancelled \(key)")
        } onCancel: {
            events.post("cancelled \(key)")
        }
        if params["talks"]?.boolValue ?? false { context.notify("done", .string(key)) }
        try Task.checkCancellation()
        return JSONValue.string(key).bytes
    }
}
