import GitHubUpstream
import HTTPCore
import HTTPTypes
package import Secrets

/// The owner of a token, and its permissions.
package struct TokenOwner: Hashable, Sendable {
    package let login: String
    /// `X-OAuth-Scopes` in GitHub's order; empty for a fine-grained token, which has none.
    package let scopes: [String]
}

extension GitHubClient {
    /// Asks GitHub for the owner of `token`. The response is never stored.
    ///
    /// - Throws: ``GitHubError/unauthorized(status:)`` if GitHub does not accept the token.
    package func owner(of token: Secret) async throws(GitHubError) -> TokenOwner {
        let call = EndpointCall(
            address: base.appending(["user"]), shape: .object, lifetime: .none)
        let response = try await using(token).fetch(call, FetchOptions())
        let user: User = try Self.decode(response.body)
        let scopes = response.head.headerFields[.oauthScopes] ?? ""
        return TokenOwner(
            login: user.login,
            scopes: scopes.split { $0 == "," || $0 == " " }.map(String.init))
    }
}
