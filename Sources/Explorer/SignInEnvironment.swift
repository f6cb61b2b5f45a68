import FoundationEssentials
import GitHubAPI

/// What signing in needs from outside beside GitHub's API.
package struct SignInEnvironment: Sendable {
    /// Nil without an OAuth client id: there is no sign-in by device code then.
    package var deviceCodes: DeviceCodeClient?
    /// Keeps a token for later servers, in place of the one that was kept.
    package var store: @Sendable (Secret) async throws -> Void = { _ in }
    /// Forgets the token that was kept, if there is one.
    package var removeStored: @Sendable () async throws -> Void = {}
    /// Another token is in use: what was made with the former one is to be forgotten.
    package var tokenChanged: @Sendable () -> Void = {}
    /// Clients are to be told.
    package var statusChanged: @Sendable (SignInStatus) -> Void = { _ in }
    /// An error that no caller waits for.
    package var report: @Sendable (any Error) -> Void = { _ in }
    package var now: @Sendable () -> Date = { Date() }
    /// Goes on while the machine sleeps.
    package var instant: @Sendable () -> ContinuousClock.Instant = { .now }
    package var sleep: @Sendable (Duration) async throws -> Void = {
        try await Task.sleep(for: $0)
    }

    package init() {}
}

/// Why a login or a logout did not happen.
package enum SignInError: Error {
    /// There is no OAuth client id.
    case noClientID
    /// GitHub gives no device code. The code is GitHub's word for the reason.
    case refused(code: String)
    /// The token file cannot be written or removed.
    case storage(any Error)
    case failed(ExplorerFailure)
    /// A sign-in by device code ended without a token.
    case unfinished(SignInEnding)
}
