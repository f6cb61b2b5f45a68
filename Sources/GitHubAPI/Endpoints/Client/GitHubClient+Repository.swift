import HTTPCore
import HTTPTypes
package import JSONCore

/// A repository by its name, and what belongs to it. A renamed one is found by its old name.
package struct RepositoryName: Hashable, Sendable {
    package let owner: String
    package let name: String

    package init(owner: String, name: String) {
        self.owner = owner
        self.name = name
    }

    func call(
        _ base: WebAddress, _ shape: RequestFacts.Shape?, _ path: [String] = [],
        query: [(name: String, value: String)] = []
    ) -> EndpointCall {
        EndpointCall(
            address: base.appending(["repos", owner, name] + path, query: query), shape: shape,
            resource: "repository \(owner)/\(name)", login: owner)
    }
}

extension GitHubClient {
    /// One repository, with its present name.
    package func repository(
        _ name: RepositoryName, _ options: FetchOptions
    ) async throws(GitHubError) -> Response<Repository> {
        try await get(name.call(base, .object), options)
    }

    /// The same response with all that it says.
    package func fullRepository(
        _ name: RepositoryName, _ options: FetchOptions
    ) async throws(GitHubError) -> Response<FullRepository> {
        try await get(name.call(base, .object), options)
    }

    /// Bytes of code by language.
    package func languages(
        of name: RepositoryName, _ options: FetchOptions
    ) async throws(GitHubError) -> Response<LossyMap<Int>> {
        try await get(name.call(base, .object, ["languages"]), options)
    }

    /// The latest release that is neither a draft nor a prerelease; nil if there is none.
    package func latestRelease(
        of name: RepositoryName, _ options: FetchOptions
    ) async throws(GitHubError) -> Response<Release?> {
        try await getIfPresent(name.call(base, .object, ["releases", "latest"]), options)
    }

    /// The README of the default branch, without its content if that has more than 1 MB; nil if
    /// there is none.
    package func readme(
        of name: RepositoryName, _ options: FetchOptions
    ) async throws(GitHubError) -> Response<GitHubReadme?> {
        try await getIfPresent(name.call(base, .object, ["readme"]), options)
    }

    /// The content of the README of the default branch, whatever its size.
    package func rawReadme(
        of name: RepositoryName, _ options: FetchOptions
    ) async throws(GitHubError) -> Response<[UInt8]> {
        var call = name.call(base, nil, ["readme"])
        call.accept = "application/vnd.github.raw+json"
        return try await get(call, options) { response throws(GitHubError) in
            let type = response.head.headerFields[.contentType] ?? ""
            guard !type.hasPrefix("application/json") else {
                throw .invalidResponse(
                    status: 200, reason: "Content-Type: expected a raw file, found JSON")
            }
            return response.body
        }
    }
}
