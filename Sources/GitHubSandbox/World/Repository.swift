/// A public repository.
struct Repository: Sendable {
    var id: Int
    var owner: Account
    /// The index among the owner's repositories, oldest first, from 0.
    var index: Int
    var name: String
    var description: String?
    var homepage: String?
    var language: String?
    var license: License?
    var topics: [String] = []
    var stars = 0
    var forks = 0
    var openIssues = 0
    var subscribers = 0
    /// In kilobytes.
    var size = 0
    var isFork = false
    var isArchived = false
    var isTemplate = false
    var hasPages = false
    var hasDiscussions = false
    var defaultBranch = "main"
    /// Seconds since 1970; so are the next two.
    var createdAt: Int
    var updatedAt: Int
    var pushedAt: Int

    var goodFirstIssues: Int { openIssues / 6 }
    var helpWantedIssues: Int { openIssues / 4 }

    var fullName: String {
        "\(owner.login)/\(name)"
    }

    var nodeID: String {
        NodeID.text("Repository", id)
    }
}

extension [Repository] {
    /// In rising order of a number; of equal ones, the lower id is first.
    func rising(by key: (Repository) -> Int) -> [Repository] {
        sorted { (key($0), $0.id) < (key($1), $1.id) }
    }
}
