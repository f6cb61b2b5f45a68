import GitHubAPI
import Secrets

/// The token in use, what is known about it, and the sign-in that waits for a person.
///
/// A plain value. Logins take time and can overtake each other, so each has a number: a login that
/// ends after a later one has taken effect changes nothing.
struct SignInState: Sendable {
    /// The number of a login.
    struct Attempt: Hashable, Sendable {
        fileprivate let number: Int
    }

    enum Knowledge: Hashable, Sendable {
        /// GitHub has not been asked.
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

    /// The token about which GitHub must be asked before ``status`` is right; nil if there is none.
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

    mutating func begin() -> Attempt {
        lastAttempt += 1
        return Attempt(number: lastAttempt)
    }

    /// Uses the token that GitHub gave to a login, or accepted; false if a later login was faster.
    mutating func signIn(
        _ token: Secret, _ knowledge: Knowledge, attempt: Attempt
    ) -> Bool {
        guard comeIntoForce(attempt) else { return false }
        identity = Identity(token: token, source: .session, knowledge: knowledge)
        return true
    }

    /// Makes a login the one that waits for a person, in place of any other; false if a later login
    /// was faster.
    mutating func wait(attempt: Attempt) -> Bool {
        guard comeIntoForce(attempt) else { return false }
        pending = attempt
        return true
    }

    /// Ends a waiting login without a token; false if it was no longer waiting.
    mutating func giveUp(attempt: Attempt) -> Bool {
        guard pending == attempt else { return false }
        pending = nil
        return true
    }

    mutating func signOut() {
        _ = comeIntoForce(begin())
        identity = nil
    }

    /// Records what GitHub said about `token`; returns whether the token in use has become invalid.
    mutating func learn(_ knowledge: Knowledge, of token: Secret) -> Bool {
        guard identity?.token == token, identity?.knowledge != knowledge else { return false }
        identity?.knowledge = knowledge
        return knowledge == .invalid
    }

    /// Makes the owner of `token` unknown, so that GitHub is asked again.
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
