import JSONCore

/// Phrases for the gist of a result.
package enum Gist {
    private static let longestList = 10
    /// The length of the longest repository name, in Unicode code points.
    package static let longestText = 100

    /// `0 stars`, `1 star`, `2 stars`.
    package static func count(_ count: Int, _ thing: String, _ things: String? = nil) -> String {
        "\(count) \(count == 1 ? thing : things ?? "\(thing)s")"
    }

    /// Text from GitHub: in quotation marks, on one line, and cut if it is long.
    package static func quoted(_ text: String, atMost length: Int = longestText) -> String {
        JSONValue.string(text.cut(to: length)).text.visible
    }

    /// The same for a member that is a string or missing.
    static func quoted(_ value: JSONValue?) -> String {
        quoted(value.text)
    }

    /// The first items, and the number of the others.
    static func list(_ items: [String]) -> String {
        if items.isEmpty { return "none" }
        let shown = items.prefix(longestList).joined(separator: ", ")
        let more = items.count - longestList
        return more > 0 ? "\(shown) and \(more) more" : shown
    }

    /// The gist of an `AuthStatus` or of a pending sign-in.
    static func signIn(_ result: JSONValue) -> String {
        if let code = result["userCode"]?.stringValue {
            return "Open \(quoted(result["verificationUri"])) and type in \(quoted(code)), "
                + "before \(result["expiresAt"].text)."
        }
        switch result["state"]?.stringValue {
        case "authenticated": return "Signed in as \(quoted(result["login"]))."
        case "pending": return "A sign-in is waiting for someone to type in the code."
        case "invalid": return ErrorCatalog.invalidToken
        default: return "Not signed in."
        }
    }
}

extension JSONValue? {
    /// A string as it is, anything else as JSON; nothing for nil.
    var text: String {
        self.map { $0.stringValue ?? $0.text } ?? ""
    }

    /// A member of each element of an array, in quotation marks.
    func quoted(_ member: String) -> [String] {
        self?.arrayValue?.map { Gist.quoted($0[member]) } ?? []
    }
}
