import FoundationEssentials
import GitHubAPI

/// An image in a JSON text.
package struct InlineImage: Hashable, Sendable, Encodable {
    package let mimeType: String
    /// The bytes, in base64.
    package let data: String

    init(_ avatar: GitHubAvatar) {
        mimeType = avatar.kind.mimeType
        data = Data(avatar.bytes).base64EncodedString()
    }
}

/// The picture of one account.
package struct UserAvatar: Hashable, Sendable, Encodable {
    package let login: String
    package let mimeType: String
    /// Length of the image, before base64.
    package let bytes: Int
    /// The image, in base64.
    package let data: String
    package let freshness: Freshness
}

extension Explorer {
    /// The picture of one account.
    ///
    /// - Parameter size: edge in pixels that is asked for; nil: the host's own choice.
    package func avatar(
        _ login: String, size: Int?, _ options: CallOptions = CallOptions()
    ) async throws(ExplorerError) -> UserAvatar {
        let fetch = options.fetch
        return try await asking(about: .account(login: login)) { () throws(GitHubError) in
            let profile = try await client.user(login, fetch)
            let avatar = try await client.avatar(of: profile.value.user, size: size, fetch)
            let image = InlineImage(avatar.value)
            return UserAvatar(
                login: profile.value.user.login, mimeType: image.mimeType,
                bytes: avatar.value.bytes.count, data: image.data,
                freshness: Freshness(profile.provenance.combined(with: avatar.provenance)))
        }
    }
}
