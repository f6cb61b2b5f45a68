package import Explorer

/// The services that methods use; the composition root provides them.
package struct MethodEnvironment: Sendable {
    package let explorer: Explorer
    package let kept: KeptResults
    package let cache: CacheAccess
    package let server: ServerFacts
    /// Base of pages on github.com, without a slash at its end.
    package let webURL: String
    /// The most seconds that a request may take.
    package let requestTimeout: Double
    /// Logs an internal error, and returns the incident's id.
    package let incident: @Sendable (any Error) -> String
    /// Removes secrets from a text for clients.
    package let redact: @Sendable (String) -> String
    /// Ends the server when the process with this id has ended.
    package let watchParent: @Sendable (Int32) -> Void

    package init(
        explorer: Explorer, kept: KeptResults, cache: CacheAccess, server: ServerFacts,
        webURL: String, requestTimeout: Double,
        incident: @escaping @Sendable (any Error) -> String,
        redact: @escaping @Sendable (String) -> String = { $0 },
        watchParent: @escaping @Sendable (Int32) -> Void
    ) {
        self.explorer = explorer
        self.kept = kept
        self.cache = cache
        self.server = server
        self.webURL = webURL
        self.requestTimeout = requestTimeout
        self.incident = incident
        self.redact = redact
        self.watchParent = watchParent
    }

    /// Whether no token is in use.
    package var isAnonymous: Bool { explorer.signIn.token == nil }
}
