import JSONCore
import JSONRPC
import JSONSchema

/// Turns params by position into params by name (JSON-RPC 2.0, section 4.2).
///
/// Null stands for an optional param that is not given.
struct PositionalParams {
    let documentation: MethodDocumentation

    /// - Throws: -32602 if there are more values than params.
    func named(_ values: [JSONValue]) throws(RPCError) -> JSONObject {
        let params = documentation.params
        guard values.count <= params.count else {
            throw .invalidParams([
                ("", "expected at most \(params.count) params by position, found \(values.count)")
            ])
        }
        var named = JSONObject()
        for (param, value) in zip(params, values) where param.isRequired || !value.isNull {
            named[param.name] = value
        }
        return named
    }
}
