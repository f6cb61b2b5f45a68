package import GitHubAPI
import HTTPCore

/// A query for the avatar of one account.
package struct UserAvatarQuery: AccountQuery {
    package let login: String
    /// The requested edge in pixels; nil: the host's default.
    package var size: Int?

    package static let sizes = 1...460
}

/// The avatar of one account.
package struct UserAvatar: Hashable, Sendable {
    package let login: String
    package let image: AvatarImage
}

extension Explorer {
    /// If the account is in a fresh list, its profile is not requested.
    package func avatar(
        _ query: UserAvatarQuery, _ fetch: FetchOptions = FetchOptions()
    ) async throws(GitHubError) -> Fetched<UserAvatar> {
        if let user = listedUser(query.login, fetch) {
            let image = try await client.avatar(of: user, size: query.size, fetch)
            return Fetched(UserAvatar(login: user.login, image: image.value), image.provenance)
        }
        let profile = try await client.profile(of: .user(query.login), fetch)
        let user = profile.value.user
        let image = try await client.avatar(of: user, size: query.size, fetch)
        return Fetched(
            UserAvatar(login: user.login, image: image.value),
            profile.provenance.combined(with: image.provenance))
    }

    private func listedUser(_ login: String, _ fetch: FetchOptions) -> User? {
        guard fetch.policy == CachePolicy() else { return nil }
        return listed.user(
            login, credential: client.presentCredential, now: environment.now())
    }
}
