import JSONCore
import JSONRPC
import JSONSchema

extension MethodDocumentation {
    /// Reads the params of a call: validated, with defaults, and decoded.
    ///
    /// - Parameters:
    ///   - given: by name, by position, or null for none.
    ///   - redact: removes secrets from an error's text.
    /// - Throws: -32602 for params that the schema does not accept.
    func read<Own: Decodable & Sendable>(
        _ given: JSONValue, redact: @escaping (String) -> String
    ) throws -> CallParams<Own> {
        let named = try byName(given)
        let violations = paramsSchema.validate(.object(named), shown: redact)
        guard violations.isEmpty else {
            throw RPCError.invalidParams(violations.map { ($0.path.description, $0.message) })
                .redacted(redact)
        }
        var members = paramsSchema.applyingDefaults(to: named)
        let common = CommonParams(takenFrom: &members)
        let text = JSONValue.object(members.sortedByName).bytes
        return CallParams(
            own: try JSONTextDecoder().decode(Own.self, from: text), common: common, text: text)
    }

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
                let expectation = "expected at most \(params.count) params by position"
                throw .invalidParams([("", "\(expectation), found \(values.count)")])
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
