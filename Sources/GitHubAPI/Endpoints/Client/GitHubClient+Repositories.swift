import HTTPCore
import JSONCore

/// Whose profile and repositories are requested, and by which endpoints.
package enum RepositoryOwner: Hashable, Sendable {
    /// `/users/{login}`: public repositories, of users and organizations alike.
    case user(String)
    /// `/orgs/{login}`: also what a signed-in member may see. A user of that name is not found.
    case organization(String)

    func call(
        _ base: WebAddress, _ shape: RequestFacts.Shape, _ path: [String] = [],
        query: [(name: String, value: String)] = []
    ) -> EndpointCall {
        let (root, login, kind) =
            switch self {
            case .user(let login): ("users", login, "user")
            case .organization(let login): ("orgs", login, "organization")
            }
        return EndpointCall(
            address: base.appending([root, login] + path, query: query), shape: shape,
            resource: "\(kind) \(login)", login: login)
    }
}

extension GitHubClient {
    /// The public profile of `owner`.
    package func profile(
        of owner: RepositoryOwner, _ options: FetchOptions
    ) async throws(GitHubError) -> Response<Profile> {
        try await get(owner.call(base, .object), options)
    }

    /// All repositories of `owner`, at most 10,000.
    package func repositories(
        of owner: RepositoryOwner, _ options: FetchOptions
    ) async throws(GitHubError) -> GitHubList<Repository> {
        try await allPages(repositoryCall(owner), options)
    }

    /// Extends `list` by the pages that its `Link` fields do not name.
    ///
    /// GitHub's ETag does not cover `Link`: if a list that filled whole pages has grown, every
    /// stored page is confirmed and none names the new one. So the page after a full last one is
    /// requested if the profile counts more repositories, or only the public ones of an
    /// organization. If GitHub cannot be asked, the result is what is known, as stale.
    package func completing(
        _ list: GitHubList<Repository>, of owner: RepositoryOwner, expected: Int,
        _ options: FetchOptions
    ) async throws(GitHubError) -> GitHubList<Repository> {
        var isUncounted = false
        if case .organization = owner {
            isUncounted = presentCredential != nil && list.provenance.source == .revalidated
        }
        var list = list
        var count = 0
        // One page after another: each may be confirmed and full, without naming the next one.
        while count < list.pageCount, list.lastPageCount == Self.pageSize, !list.isTruncated,
            list.items.count + list.skipped < expected || isUncounted
        {
            count = list.pageCount
            do throws(GitHubError) {
                list = try await follow(list.following, list, repositoryCall(owner), options)
            } catch {
                guard error.meansNotAsked else { throw error }
                list.provenance.source = .stale
                return list
            }
        }
        return list
    }

    private func repositoryCall(_ owner: RepositoryOwner) -> EndpointCall {
        owner.call(
            base, .array, ["repos"], query: [("per_page", String(Self.pageSize))])
    }
}
