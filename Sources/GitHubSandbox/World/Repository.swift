/// A public repository.
struct Repository: Sendable {
    var id: Int
    var owner: Account
    /// Which of the owner's repositories it is, oldest first, from 0.
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

    var fullName: String {
        "\(owner.login)/\(name)"
    }

    var nodeID: String {
        NodeID.text("Repository", id)
    }
}
