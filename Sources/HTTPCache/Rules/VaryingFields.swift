import HTTPTypes

/// The request fields that a response was chosen by, with their values, as `Vary` names them.
///
/// `Authorization` is left out: it is part of the key as an ``Identity``, and its value is never
/// kept.
///
/// - SeeAlso: RFC 9111, section 4.1.
package struct VaryingFields: Hashable, Sendable {
    /// One line `name: value` a field, names in lower case and in order.
    package let text: String

    /// Takes from `request` what the `Vary` of `response` names; nil if that is `*`, since such
    /// a response answers no other request.
    package init?(response: HTTPFields, request: HTTPFields) {
        let names = (response[.vary] ?? "").split(separator: ",").map {
            $0.trimmingBlanks().lowercased()
        }
        guard !names.contains("*") else { return nil }
        let lines = Set(names).sorted().compactMap { Self.line($0, of: request) }
        text = lines.joined(separator: "\n")
    }

    /// Takes up a text that was stored.
    package init(text: String) {
        self.text = text
    }

    /// Whether `request` has the same values, white space between list members aside.
    package func match(_ request: HTTPFields) -> Bool {
        text.split(separator: "\n").allSatisfy { line in
            let name = line.prefix { $0 != ":" }
            return Self.line(String(name), of: request) == String(line)
        }
    }

    private static func line(_ name: String, of request: HTTPFields) -> String? {
        guard let field = HTTPField.Name(name), field != .authorization else { return nil }
        let members = (request[field] ?? "").split(separator: ",").map { $0.trimmingBlanks() }
        return "\(name):\(members.joined(separator: ","))"
    }
}
