/// The bytes of an account's picture.
package struct GitHubAvatar: Hashable, Sendable {
    package let kind: ImageKind
    package let bytes: [UInt8]
}

extension GitHubClient {
    /// The picture of `user`, without the token: it lies on another host.
    ///
    /// - Parameter size: edge in pixels that is asked for; the host may give another. Nil: the
    ///   host's own choice.
    package func avatar(
        of user: GitHubUser, size: Int?, _ options: FetchOptions
    ) async throws(GitHubError) -> Answer<GitHubAvatar> {
        guard var address = WebAddress(user.avatarURL),
            address.scheme == "https" || address.hasSameOrigin(as: base)
        else {
            throw .invalidResponse(status: 200, reason: "/avatar_url: expected an https URL")
        }
        // `avatar_url` already has a query: `?v=4`.
        if let size { address = address.setting("s", to: String(size)) }
        let options = options.isPlanned ? options : options.planning(1)
        let call = EndpointCall(
            address: address, resource: "avatar of \(user.login)", accept: EndpointCall.image,
            lifetime: .image)
        let response = try await fetch(call, options)
        guard response.body.count <= ImageKind.maximumBytes, let kind = ImageKind(response.body)
        else {
            throw .invalidResponse(
                status: 200,
                reason: "expected an image of at most \(ImageKind.maximumBytes) bytes")
        }
        return Answer(
            value: GitHubAvatar(kind: kind, bytes: response.body),
            provenance: response.provenance, links: PageLinks(nil, base: base))
    }
}
