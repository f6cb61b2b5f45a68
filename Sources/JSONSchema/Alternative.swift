package import JSONCore

/// One way among others to fill in an object: a member is present, or has a certain value.
package struct Alternative: Equatable, Sendable {
    package let name: String
    /// Nil for any value.
    package let value: JSONValue?

    package init(_ name: String, is value: JSONValue? = nil) {
        self.name = name
        self.value = value
    }

    func holds(in members: JSONObject) -> Bool {
        guard let member = members[name] else { return false }
        return value == nil || member == value
    }

    /// `token`, or `device true`.
    package var phrase: String {
        value.map { "\(name) \($0.text)" } ?? name
    }
}
