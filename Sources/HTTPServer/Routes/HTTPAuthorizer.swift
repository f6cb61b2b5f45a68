package import NIOHTTP1

/// Checks the secret that a request carries.
package struct HTTPAuthorizer: Sendable {
    /// How long the next check must wait, because wrong secrets were sent.
    let delay: @Sendable () -> Duration
    let isAuthorized: @Sendable (HTTPRequestHead) -> Bool

    package init(
        delay: @escaping @Sendable () -> Duration,
        isAuthorized: @escaping @Sendable (HTTPRequestHead) -> Bool
    ) {
        self.delay = delay
        self.isAuthorized = isAuthorized
    }
}
