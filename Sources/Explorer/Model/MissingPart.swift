import GitHubAPI
import HTTPCore

extension Explorer {
    /// A part of a repository that may be missing, asked for once more if it was stored as missing
    /// before the repository was found: then the whole repository may have been.
    func known<Part: Sendable>(
        _ part: Response<Part?>, of repository: Response<some Sendable>, _ fetch: FetchOptions,
        ask: (FetchOptions) async throws(GitHubError) -> Response<Part?>
    ) async throws(GitHubError) -> Response<Part?> {
        guard part.value == nil, part.provenance.source == .cache,
            repository.provenance.source == .network
        else { return part }
        var fetch = fetch
        fetch.policy.revalidates = true
        return try await ask(fetch)
    }
}
