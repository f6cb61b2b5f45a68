/// How a sign-in by device code ended.
package enum SignInEnding: Hashable, Sendable {
    case signedIn(SignInStatus)
    case denied
    case expired
    /// GitHub's word for it.
    case refused(code: String)
    /// GitHub does not accept the token that it sent.
    case invalidToken
    /// By a logout, a later login, or the end of the server.
    case stopped
}
