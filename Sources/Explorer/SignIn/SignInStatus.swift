import GitHubAPI
package import HTTPCore

/// Where a token came from.
package enum TokenSource: String, Hashable, Sendable, CaseIterable {
    /// `--token-file`.
    case flag
    case environment
    /// The file in which a login stored it.
    case stored
    /// A login to this running server.
    case session
}

/// Whether GitHub is asked with a token, and whose it is.
package struct SignInStatus: Hashable, Sendable {
    package enum State: String, Hashable, Sendable, CaseIterable {
        case anonymous
        /// A person must decide about a device code. The other members describe the token that is
        /// in use meanwhile.
        case pending
        case authenticated
        /// GitHub does not accept the token.
        case invalid
    }

    package let state: State
    package let login: String?
    package let scopes: [String]
    package let tokenSource: TokenSource?
}

/// What a person needs to decide about a sign-in by device code.
package struct PendingSignIn: Hashable, Sendable {
    package let userCode: String
    package let verificationUri: String
    package let expiresAt: Timestamp
    /// Seconds between polls.
    package let interval: Int
}

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
