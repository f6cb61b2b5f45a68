/// Whose repositories are listed, and by which endpoint.
package enum RepositoryOwner: Hashable, Sendable {
    /// `/users/{login}/repos`: public ones, of users and organizations alike.
    case user(String)
    /// `/orgs/{login}/repos`: also what a signed-in member may see.
    case organization(String)
}

extension GitHubClient {
    /// All repositories of `owner`, at most 10,000.
    package func repositories(
        of owner: RepositoryOwner, _ options: FetchOptions
    ) async throws(GitHubError) -> GitHubList<GitHubRepository> {
        try await allPages(repositoryCall(owner), options)
    }

    /// `list` with the pages that its `Link` fields did not know of.
    ///
    /// GitHub's ETag does not cover `Link`: of a list that filled whole pages and grew, every
    /// stored page is confirmed, and none names the new one. So if the last page is full although
    /// the profile speaks of more repositories, or may not (an organization's, which counts only
    /// public ones), the next page is asked for too, and so on. Where GitHub cannot be asked,
    /// what is known is given, as stale.
    package func completing(
        _ list: GitHubList<GitHubRepository>, of owner: RepositoryOwner, expected: Int,
        _ options: FetchOptions
    ) async throws(GitHubError) -> GitHubList<GitHubRepository> {
        var isUncounted = false
        if case .organization = owner {
            isUncounted = isSignedIn && list.provenance.source == .revalidated
        }
        var list = list
        var count = 0
        // One page after another: each of them may be confirmed and full, and name no next one.
        while count < list.pageCount, list.items.count + list.skipped < expected || isUncounted {
            count = list.pageCount
            do throws(GitHubError) {
                list = try await pages(after: list, repositoryCall(owner), options)
            } catch {
                guard error.meansNotAsked else { throw error }
                list.markStale()
                return list
            }
        }
        return list
    }

    /// One repository. A renamed one is found by its old name, and has its new one.
    package func repository(
        owner: String, name: String, _ options: FetchOptions
    ) async throws(GitHubError) -> Answer<GitHubRepository> {
        let call = EndpointCall(
            address: base.appending(["repos", owner, name]),
            resource: "repository \(owner)/\(name)")
        return try await get(call, options)
    }

    /// One page of a repository's stargazers, oldest star first, with the times.
    package func stargazers(
        owner: String, name: String, page: Int, perPage: Int, _ options: FetchOptions
    ) async throws(GitHubError) -> Answer<LossyList<GitHubStargazer>> {
        var items = [(name: "per_page", value: String(perPage))]
        if page > 1 { items.append(("page", String(page))) }
        let call = EndpointCall(
            address: base.appending(["repos", owner, name, "stargazers"], query: items),
            resource: "repository \(owner)/\(name)", accept: EndpointCall.jsonWithStars)
        return try await get(call, options)
    }

    private func repositoryCall(_ owner: RepositoryOwner) -> EndpointCall {
        let size = [(name: "per_page", value: String(Self.pageSize))]
        return switch owner {
        case .user(let login):
            EndpointCall(
                address: base.appending(["users", login, "repos"], query: size),
                resource: "user \(login)")
        case .organization(let login):
            EndpointCall(
                address: base.appending(["orgs", login, "repos"], query: size),
                resource: "organization \(login)")
        }
    }
}
