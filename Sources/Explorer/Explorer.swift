package import GitHubAPI

/// The data service: one operation for each question, with plain values in and out.
///
/// Operations send independent requests concurrently, and each result has its freshness.
/// Cancelling an operation's task cancels its requests.
package struct Explorer: Sendable {
    private(set) var client: GitHubClient
    let environment: ExplorerEnvironment
    let ceiling: UserCeiling
    let listed = ListedUsers()
    /// The account whose token requests carry.
    package let signIn: SignIn

    /// - Parameter signIn: the source of `client`'s credential; nil if that never changes.
    package init(
        client: GitHubClient, environment: ExplorerEnvironment = ExplorerEnvironment(),
        signIn: SignIn? = nil
    ) {
        let signIn = signIn ?? SignIn(client: client)
        self.client = client
        // After a 401, GitHub is asked again for the owner of the token.
        self.client.onUnauthorized = { signIn.doubt($0) }
        self.environment = environment
        ceiling = UserCeiling(key: "userCeiling \(client.base)")
        self.signIn = signIn
    }

    /// The same service with the current token in all its requests, so that the requests of one
    /// operation have one identity.
    package var withPresentIdentity: Explorer {
        var explorer = self
        explorer.client = client.using(client.presentCredential)
        return explorer
    }
}
