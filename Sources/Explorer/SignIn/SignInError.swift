package import GitHubAPI

/// Why a login or a logout failed.
package enum SignInError: Error {
    /// There is no OAuth client id. A person can make a token at `tokenPage`, if it is known.
    case noClientID(tokenPage: String?)
    /// The address is plain http on another machine, so the network would see the token.
    case exposed(address: String, byDevice: Bool)
    /// The host for device codes is not the API's host, so its tokens are not for the API.
    case foreignPages(address: String, api: String)
    /// GitHub sent no device code; `code` is GitHub's word for the reason.
    case refused(code: String)
    /// The token file could not be written or removed.
    case storage(any Error)
    case failed(GitHubError)
    /// A sign-in by device code ended without a token.
    case unfinished(SignInEnding)
}
