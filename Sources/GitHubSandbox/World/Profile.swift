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
    /// Only known on the account's own page.
    var following = 0
    /// Seconds since 1970; so is the next.
    var createdAt: Int
    var updatedAt: Int
    /// The language of most of its repositories.
    var mainLanguage: String
}
