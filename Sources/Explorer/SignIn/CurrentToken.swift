package import Secrets
import Synchronization

/// The token for GitHub: the one that the server started with, or that of a login.
///
/// Everything that asks GitHub reads it, and ``SignIn``, which asks GitHub too, changes it.
package final class CurrentToken: Sendable {
    let guarded: Mutex<SignIn.Guarded>

    /// GitHub is not asked about the token before ``SignIn/status()`` is called.
    package init(_ token: Secret? = nil, source: TokenSource? = nil) {
        guarded = Mutex(SignIn.Guarded(state: SignInState(token: token, source: source)))
    }

    package var value: Secret? { guarded.withLock { $0.state.token } }
}
