/// A repository with what only its own page shows, as `/repos/{owner}/{repo}` gives it.
package struct FullRepository: Hashable, Sendable {
    package let repository: Repository
    /// The number of accounts that get its notifications, GitHub's subscribers.
    package let watchers: Int
    /// Open issues and pull requests.
    package let openIssues: Int
    package let defaultBranch: String
}

extension FullRepository: Decodable {
    private enum CodingKeys: String, CodingKey {
        case watchers = "subscribers_count"
        case openIssues = "open_issues_count"
        case defaultBranch = "default_branch"
    }

    package init(from decoder: any Decoder) throws {
        repository = try Repository(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        watchers = try container.decode(Int.self, forKey: .watchers)
        openIssues = try container.decode(Int.self, forKey: .openIssues)
        defaultBranch = try container.decode(String.self, forKey: .defaultBranch)
    }
}
