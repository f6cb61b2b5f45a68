package import HTTPCore

/// The bytes of an account's picture.
package struct AvatarImage: Hashable, Sendable {
    package let kind: ImageKind
    package let bytes: [UInt8]
}

extension GitHubClient {
    /// The avatar of `user`, requested without the token, because it is on another host. `size` is the
    /// requested edge in pixels; nil for the host's default.
    package func avatar(
        of user: User, size: Int?, _ options: FetchOptions
    ) async throws(GitHubError) -> Response<AvatarImage> {
        guard var address = WebAddress(user.avatarURL), mayHoldImages(address) else {
            throw .invalidResponse(status: 200, reason: "/avatar_url: expected an https URL")
        }
        // `avatar_url` already has a query: `?v=4`.
        if let size { address = address.setting("s", to: String(size)) }
        let options = options.isPlanned ? options : options.planning(1)
        let call = EndpointCall(
            address: address, shape: .image, resource: "avatar of \(user.login)",
            accept: "image/*", budget: nil)
        let response = try await fetch(call, options)
        guard let kind = ImageKind(response.body) else {
            throw .invalidResponse(status: 200, reason: "expected an image, found other bytes")
        }
        return Response(
            value: AvatarImage(kind: kind, bytes: response.body),
            provenance: response.provenance, links: PageLinks(nil, base: base))
    }

    /// Whether an avatar may be requested at `address`: anywhere by https, and at the API's own
    /// scheme, host and port.
    func mayHoldImages(_ address: WebAddress) -> Bool {
        address.scheme == "https" || address.hasSameOrigin(as: base)
    }
}
