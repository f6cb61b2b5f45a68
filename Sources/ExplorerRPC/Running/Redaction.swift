package import JSONCore
import JSONRPC

// Secrets are removed from texts for clients once: when a result or an error is made.

extension JSONValue {
    /// The value without secrets in its strings and names.
    package func redacted(_ redact: (String) -> String) -> JSONValue {
        switch self {
        case .string(let string): .string(redact(string))
        case .array(let elements): .array(elements.map { $0.redacted(redact) })
        case .object(let members): .object(members.redacted(redact))
        default: self
        }
    }
}

extension JSONObject {
    fileprivate func redacted(_ redact: (String) -> String) -> JSONObject {
        JSONObject(map { (redact($0), $1.redacted(redact)) })
    }
}

extension RPCError {
    func redacted(_ redact: (String) -> String) -> RPCError {
        RPCError(code: code, message: redact(message), data: data.redacted(redact))
    }
}
