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
