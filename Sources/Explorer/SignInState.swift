import GitHubAPI

/// The token in use, what is known of it, and the sign-in that waits for a person.
///
/// A plain value. Logins take time, so each has a number: one that ends after a later one has
/// come into force changes nothing any more.
struct SignInState: Sendable {
    struct Attempt: Hashable, Sendable {
        fileprivate let number: Int
    }

    enum Knowledge: Hashable, Sendable {
        /// GitHub was not asked.
        case unknown
        case owner(TokenOwner)
        /// GitHub does not accept the token.
        case invalid
    }

    private struct Identity: Sendable {
        let token: Secret
        let source: TokenSource
        var knowledge: Knowledge
    }

    private var identity: Identity?
    private(set) var pending: Attempt?
    private var lastAttempt = 0
    private var inForce = 0

    init(token: Secret? = nil, source: TokenSource? = nil) {
        if let token, let source {
            identity = Identity(token: token, source: source, knowledge: .unknown)
        }
    }

    var token: Secret? { identity?.token }

    /// The token that GitHub is to be asked about before ``status`` tells the truth.
    var unknownToken: Secret? {
        guard pending == nil, let identity, identity.knowledge == .unknown else { return nil }
        return identity.token
    }

    var status: SignInStatus {
        var owner: TokenOwner?
        if case .owner(let known)? = identity?.knowledge { owner = known }
        return SignInStatus(
            state: pending == nil ? settledState : .pending, login: owner?.login,
            scopes: owner?.scopes ?? [], tokenSource: identity?.source)
    }

    private var settledState: SignInStatus.State {
        switch identity?.knowledge {
        case nil: .anonymous
        case .invalid: .invalid
        case .unknown, .owner: .authenticated
        }
    }

    /// A login begins.
    mutating func begin() -> Attempt {
        lastAttempt += 1
        return Attempt(number: lastAttempt)
    }

    /// A login has a token that GitHub gave or accepted.
    ///
    /// - Returns: false if the login was overtaken.
    mutating func signIn(
        _ token: Secret, _ knowledge: Knowledge, attempt: Attempt
    ) -> Bool {
        guard comeIntoForce(attempt) else { return false }
        identity = Identity(token: token, source: .session, knowledge: knowledge)
        return true
    }

    /// A login waits for a person from now on; one that waited before waits no longer.
    ///
    /// - Returns: false if the login was overtaken.
    mutating func wait(attempt: Attempt) -> Bool {
        guard comeIntoForce(attempt) else { return false }
        pending = attempt
        return true
    }

    /// A login that waited ends without a token.
    ///
    /// - Returns: false if it did not wait any more.
    mutating func giveUp(attempt: Attempt) -> Bool {
        guard pending == attempt else { return false }
        pending = nil
        return true
    }

    mutating func signOut() {
        _ = comeIntoForce(begin())
        identity = nil
    }

    /// GitHub was asked about `token`, which may be another one than that in use by now.
    ///
    /// - Returns: whether the token in use has become invalid by this.
    mutating func learn(_ knowledge: Knowledge, of token: Secret) -> Bool {
        guard identity?.token == token, identity?.knowledge != knowledge else { return false }
        identity?.knowledge = knowledge
        return knowledge == .invalid
    }

    /// GitHub is to be asked again whether it accepts `token`.
    mutating func doubt(_ token: Secret) {
        guard identity?.token == token, identity?.knowledge != .invalid else { return }
        identity?.knowledge = .unknown
    }

    private mutating func comeIntoForce(_ attempt: Attempt) -> Bool {
        guard attempt.number >= inForce else { return false }
        inForce = attempt.number
        if let waiting = pending, waiting.number <= attempt.number { pending = nil }
        return true
    }
}
