package import GitHubAPI

/// Why an operation has no result.
package struct ExplorerError: Error, Hashable {
    package let failure: GitHubError
    /// The page on GitHub of the user or repository in the query; nil if it has none.
    package let profileURL: String?

    package init(failure: GitHubError, profileURL: String?) {
        self.failure = failure
        self.profileURL = profileURL
    }
}

/// The one user or repository that a query is about.
package enum Subject: Hashable, Sendable {
    case account(login: String)
    case repository(owner: String, name: String)

    package func page(webURL: String) -> String {
        switch self {
        case .account(let login) where login.hasSuffix("[bot]"):
            "\(webURL)/apps/\(login.dropLast(5))"
        case .account(let login): "\(webURL)/\(login)"
        case .repository(let owner, let name): "\(webURL)/\(owner)/\(name)"
        }
    }
}
