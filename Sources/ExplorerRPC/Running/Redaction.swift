package import JSONCore
import JSONRPC

/// Removes secrets from texts for clients, once: when a result or an error is made.
package struct Redaction: Sendable {
    /// The same text without secrets.
    let text: @Sendable (String) -> String

    package init(text: @escaping @Sendable (String) -> String) {
        self.text = text
    }

    /// The value without secrets in its strings and names, or nil if there are none.
    func replacing(_ value: JSONValue) -> JSONValue? {
        switch value {
        case .string(let string):
            let plain = text(string)
            return plain == string ? nil : .string(plain)
        case .array(let elements):
            let replaced = elements.map(replacing)
            guard replaced.contains(where: { $0 != nil }) else { return nil }
            return .array(zip(replaced, elements).map { $0 ?? $1 })
        case .object(let members):
            return replacing(members).map { .object($0) }
        default:
            return nil
        }
    }

    package func callAsFunction(_ value: JSONValue) -> JSONValue {
        replacing(value) ?? value
    }

    func callAsFunction(_ error: RPCError) -> RPCError {
        RPCError(
            code: error.code, message: text(error.message),
            data: replacing(error.data) ?? error.data)
    }

    private func replacing(_ members: JSONObject) -> JSONObject? {
        var hasChanged = false
        let replaced = members.map { name, value in
            let plain = text(name)
            let other = replacing(value)
            if other != nil || plain != name { hasChanged = true }
            return (plain, other ?? value)
        }
        return hasChanged ? JSONObject(replaced) : nil
    }
}
