package import HTTPTypes

/// The request fields, with values, that a response depends on, as `Vary` names them.
///
/// `Authorization` is excluded: it is part of the key as an ``Identity``, and its value is never
/// stored.
///
/// - SeeAlso: RFC 9111, section 4.1.
package struct VaryingFields: Hashable, Sendable {
    /// One line `name: value` per field, sorted, with names in lower case.
    package let text: String

    /// The fields of `request` that the `Vary` of `response` names; nil if that is `*`, because
    /// such a response answers no other request, or if one of them is a secret, which is not stored.
    package init?(response: HTTPFields, request: HTTPFields) {
        let names = (response[.vary] ?? "").split(separator: ",").map {
            $0.trimmingBlanks().lowercased()
        }
        let hasSecret = Self.secrets.contains {
            names.contains($0.canonicalName) && request.contains($0)
        }
        guard !names.contains("*"), !hasSecret else { return nil }
        // A coding suits only those who accept it, whether `Vary` says so or not.
        let coding = response.contains(.contentEncoding) ? ["accept-encoding"] : []
        // GitHub's `Vary` leaves this one out.
        let implicit = Self.implicit.filter(request.contains).map(\.canonicalName)
        let lines = Set(names + coding + implicit).sorted().compactMap {
            Self.line($0, of: request)
        }
        text = lines.joined(separator: "\n")
    }

    private static let secrets: [HTTPField.Name] =
        [.cookie] + ["X-GitHub-OTP"].compactMap { HTTPField.Name($0) }

    /// Restores a stored text.
    package init(text: String) {
        self.text = text
    }

    /// Whether `request` has the same values, except for white space between list members.
    package func match(_ request: HTTPFields) -> Bool {
        text.split(separator: "\n").allSatisfy { line in
            let name = line.prefix { $0 != ":" }
            return Self.line(String(name), of: request) == String(line)
        } && Self.implicit.allSatisfy { !request.contains($0) || text.contains($0.canonicalName) }
    }

    private static let implicit = ["X-GitHub-Api-Version"].compactMap { HTTPField.Name($0) }

    private static func line(_ name: String, of request: HTTPFields) -> String? {
        guard let field = HTTPField.Name(name), field != .authorization else { return nil }
        let members = (request[field] ?? "").split(separator: ",").map { $0.trimmingBlanks() }
        return "\(name):\(members.joined(separator: ","))"
    }
}
