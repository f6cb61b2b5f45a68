import JSONCore

/// Turns of phrase for the gist of a result.
enum Gist {
    private static let longestList = 10

    /// `0 stars`, `1 star`, `2 stars`.
    static func count(_ count: Int, _ thing: String, _ things: String? = nil) -> String {
        "\(count) \(count == 1 ? thing : things ?? "\(thing)s")"
    }

    /// The first ones by name, and how many more there are.
    static func list(_ items: [String]) -> String {
        if items.isEmpty { return "none" }
        let shown = items.prefix(longestList).joined(separator: ", ")
        let more = items.count - longestList
        return more > 0 ? "\(shown) and \(more) more" : shown
    }

    /// What an `AuthStatus`, or what a person is to do for one, says.
    static func signIn(_ result: JSONValue) -> String {
        if let code = result["userCode"]?.stringValue {
            return "Open \(result["verificationUri"].text) and type in \(code), "
                + "before \(result["expiresAt"].text)."
        }
        switch result["state"]?.stringValue {
        case "authenticated": return "Signed in as \(result["login"].text)."
        case "pending": return "A sign-in waits for a person to type in the code."
        case "invalid": return "GitHub does not accept the token; sign in again with a valid one."
        default: return "Not signed in."
        }
    }
}

extension JSONValue? {
    /// A string as it is, anything else as JSON; nothing for nil.
    var text: String {
        self.map { $0.stringValue ?? $0.text } ?? ""
    }

    /// That member of each element of an array.
    func names(_ member: String) -> [String] {
        self?.arrayValue?.map { $0[member].text } ?? []
    }
}
