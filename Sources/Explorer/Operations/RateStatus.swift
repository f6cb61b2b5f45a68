package import GitHubAPI
import HTTPCore

/// What is left of each of GitHub's budgets.
package struct RateStatus: Hashable, Sendable {
    /// By GitHub's name: `core`, `search`, ...
    package let resources: [String: RateLimit]
    package let authenticated: Bool
}

extension Explorer {
    /// Asks GitHub what is left. Costs no rate limit, and is never cached.
    package func rateStatus(
        _ fetch: FetchOptions = FetchOptions()
    ) async throws(GitHubError) -> Fetched<RateStatus> {
        let isSignedIn = client.presentCredential != nil
        let response = try await client.rateLimits(fetch)
        let status = RateStatus(
            resources: response.value.resources, authenticated: isSignedIn)
        return Fetched(status, response.provenance, skipped: response.value.skipped)
    }
}
