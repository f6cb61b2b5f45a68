import GitHubAPI

/// Where a token came from.
package enum TokenSource: String, Hashable, Sendable, Encodable {
    /// `--token-file`.
    case flag
    case environment
    /// The file that a login wrote.
    case stored
    /// A login while this server runs.
    case session
}

/// Who is signed in.
package struct SignInStatus: Hashable, Sendable {
    package enum State: String, Hashable, Sendable, Encodable {
        case anonymous
        /// A person is to decide about a device code. What is in use meanwhile is told, too.
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

extension SignInStatus: Encodable {
    private enum CodingKeys: String, CodingKey {
        case state, login, scopes, tokenSource
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(state, forKey: .state)
        try container.encode(login, forKey: .login)
        try container.encode(scopes, forKey: .scopes)
        try container.encode(tokenSource, forKey: .tokenSource)
    }
}

/// What a person needs to decide about a sign-in by device code.
package struct PendingSignIn: Hashable, Sendable, Encodable {
    package let state = SignInStatus.State.pending
    package let userCode: String
    package let verificationUri: String
    package let expiresAt: Timestamp
    /// Seconds between the polls.
    package let interval: Int
}

/// How a sign-in by device code ended.
package enum SignInEnding: Hashable, Sendable {
    case signedIn(SignInStatus)
    case denied
    case expired
    /// GitHub's word for it.
    case refused(code: String)
    /// GitHub does not accept the token that it gave.
    case invalidToken
    /// By a logout, a later login, or the end of the server.
    case stopped
}
