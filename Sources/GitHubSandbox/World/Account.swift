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
