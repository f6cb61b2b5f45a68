/// Whom the answers come from: its name in sentences, and its URLs, that of its pages first.
struct Origin: Sendable {
    var name = "GitHub"
    var urls = [gitHub]
    /// Whether the first URL was given; that of github.com also stands in for an unknown one.
    var isGiven = false

    static let gitHub = "https://github.com"

    /// The URL of its pages; nil if it is not known.
    var pages: String? {
        let isOwn = ["GitHub", "the sandbox"].contains(name)
        return isGiven || isOwn || urls[0] != Self.gitHub ? urls[0] : nil
    }

    /// The hosts whose pages are names of accounts and repositories; github.com is always one.
    var hosts: Set<String> {
        let urls = (urls + [Self.gitHub]).map { $0.lowercased() }
        return Set(urls.map { $0.replacing(/^https?:\/\/(api\.)?|\/.*$/, with: "") })
    }
}
