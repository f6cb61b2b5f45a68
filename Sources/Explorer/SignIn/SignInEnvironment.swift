package import FoundationEssentials
package import GitHubAPI
package import Secrets

/// What signing in needs besides GitHub's API.
package struct SignInEnvironment: Sendable {
    /// Nil without an OAuth client id; then there is no sign-in by device code.
    package var deviceCodes: DeviceCodeClient?
    /// Whether the host that grants tokens by device code is the API's. Only its tokens are used.
    package var deviceTokensBelongHere = true
    /// The page on which a person makes a token; nil if it is not known to be the API's.
    package var tokenPage: String?
    /// Stores a token for later servers, in place of the former one.
    package var store: @Sendable (Secret) async throws -> Void = { _ in }
    /// Removes the stored token, if there is one.
    package var removeStored: @Sendable () async throws -> Void = {}
    /// Called when another token is in use: discards the results of the former one.
    package var tokenChanged: @Sendable () -> Void = {}
    /// Called when clients must be told.
    package var statusChanged: @Sendable (SignInStatus) -> Void = { _ in }
    /// Called with an error that has no caller.
    package var report: @Sendable (any Error) -> Void = { _ in }
    package var now: @Sendable () -> Date = { Date() }
    /// From a clock that does not stop while the machine sleeps.
    package var instant: @Sendable () -> ContinuousClock.Instant = { .now }
    package var sleep: @Sendable (Duration) async throws -> Void = {
        try await Task.sleep(for: $0)
    }
    /// Runs the polls; nil for the default one.
    package var executor: (any TaskExecutor)?

    package init() {}
}
