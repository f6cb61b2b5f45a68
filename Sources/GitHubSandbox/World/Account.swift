import FoundationEssentials

/// The part of an account that lists show.
struct Account: Hashable, Sendable {
    enum Kind: String, Sendable {
        case user = "User"
        case organization = "Organization"
        case bot = "Bot"
    }

    let id: Int
    let login: String
    let kind: Kind

    /// GitHub's opaque id: base64 of the type's name and the number.
    var nodeID: String {
        NodeID.text(kind.rawValue, id)
    }
}

/// The part of an account that only its own page shows.
struct Profile: Sendable {
    var account: Account
    var name: String?
    var company: String?
    /// Empty if there is none, as on GitHub; null in an organization's own body.
    var blog = ""
    var location: String?
    var biography: String?
    var twitter: String?
    var hireable: Bool?
    var repositories: Int
    var gists = 0
    var followers: Int
    var following = 0
    /// Seconds since 1970; so is the next.
    var createdAt: Int
    var updatedAt: Int
    /// The language of most of its repositories.
    var mainLanguage: String
}

/// The global ids of GitHub's GraphQL, in their first form.
enum NodeID {
    static func text(_ type: String, _ id: Int) -> String {
        Data("0\(type.utf8.count):\(type)\(id)".utf8).base64EncodedString()
    }
}
