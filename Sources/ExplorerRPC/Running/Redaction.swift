package import JSONCore
import JSONRPC

/// Removes secrets from texts for clients, once: when a result or an error is made.
package struct Redaction: Sendable {
    /// The same text without secrets.
    let text: @Sendable (String) -> String

    package init(text: @escaping @Sendable (String) -> String) {
        self.text = text
    }

    /// The value without secrets in its strings and names.
    package func callAsFunction(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let string): .string(text(string))
        case .array(let elements): .array(elements.map { self($0) })
        case .object(let members): .object(self(members))
        default: value
        }
    }

    func callAsFunction(_ error: RPCError) -> RPCError {
        RPCError(code: error.code, message: text(error.message), data: self(error.data))
    }

    private func callAsFunction(_ members: JSONObject) -> JSONObject {
        JSONObject(members.map { (text($0), self($1)) })
    }
}
