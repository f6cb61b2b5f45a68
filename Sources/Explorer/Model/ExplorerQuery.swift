import GitHubAPI

/// The query of one operation of ``Explorer``, and the params of a method.
///
/// The names, defaults, bounds and allowed values of the params are those of its members.
package protocol ExplorerQuery: Decodable, Hashable, Sendable {
    /// The one user or repository that it is about, if there is one.
    var subject: Subject? { get }

    /// Whether an equal query has the same result while that is fresh.
    var isRepeatable: Bool { get }
}

extension ExplorerQuery {
    package var subject: Subject? { nil }
    package var isRepeatable: Bool { true }
}

/// A query about one account.
package protocol AccountQuery: ExplorerQuery {
    var login: String { get }
}

extension AccountQuery {
    package var subject: Subject? { .account(login: login) }
}

/// A query about one repository.
package protocol RepositoryQuery: ExplorerQuery {
    var owner: String { get }
    var name: String { get }
}

extension RepositoryQuery {
    package var subject: Subject? { .repository(owner: owner, name: name) }
    var repository: RepositoryName { RepositoryName(owner: owner, name: name) }
}

/// The one user or repository that a query is about.
package enum Subject: Hashable, Sendable {
    case account(login: String)
    case repository(owner: String, name: String)

    /// - Parameter webURL: the address of GitHub's pages, without a slash at its end.
    package func page(webURL: String) -> String {
        switch self {
        case .account(let login) where login.hasSuffix("[bot]"):
            "\(webURL)/apps/\(login.dropLast(5))"
        case .account(let login): "\(webURL)/\(login)"
        case .repository(let owner, let name): "\(webURL)/\(owner)/\(name)"
        }
    }
}
