import GitHubAPI

package typealias ExplorerFailure = GitHubError

/// Why an operation gave no result.
package struct ExplorerError: Error, Hashable {
    package let failure: ExplorerFailure
    /// The page on github.com of the user or repository that was asked for; nil if none was.
    package let profileURL: String?

    package init(failure: ExplorerFailure, profileURL: String?) {
        self.failure = failure
        self.profileURL = profileURL
    }
}

/// The one user or repository that a question is about.
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
