import JSONCore
import JSONRPC
import JSONSchema

extension MethodDocumentation {
    /// Params by name (JSON-RPC 2.0, section 4.2); none if `given` is neither an object nor an array.
    ///
    /// By position, null stands for an optional param that is not given.
    ///
    /// - Throws: -32602 if there are more values than params.
    func byName(_ given: JSONValue) throws(RPCError) -> JSONObject {
        switch given {
        case .object(let members): return members
        case .array(let values):
            guard values.count <= params.count else {
                throw .invalidParams([
                    (
                        "",
                        "expected at most \(params.count) params by position, found \(values.count)"
                    )
                ])
            }
            var named = JSONObject()
            for (param, value) in zip(params, values) where param.isRequired || !value.isNull {
                named[param.name] = value
            }
            return named
        default: return [:]
        }
    }
}
