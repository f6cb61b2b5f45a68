package import Explorer
package import HTTPCore
package import JSONRPC

/// The services that methods use; the composition root provides them.
package struct MethodEnvironment: Sendable {
    package let explorer: Explorer
    package let results: ResultCache
    package let cacheStatistics: @Sendable () async throws -> CacheStatistics
    /// Removes all stored responses, or those about one login; returns their number.
    package let clearCache: @Sendable (_ login: String?) async throws -> Int
    /// The framings that the server's connections accept.
    package let framings: [String]
    /// Limits of each connection.
    package let limits: ConnectionLimits
    /// Who is asked, for sentences: `GitHub`, `the sandbox`, or a host.
    package let upstream: String
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
        explorer: Explorer, results: ResultCache,
        cacheStatistics: @escaping @Sendable () async throws -> CacheStatistics,
        clearCache: @escaping @Sendable (_ login: String?) async throws -> Int,
        framings: [String], limits: ConnectionLimits, upstream: String = "GitHub",
        webURL: String, requestTimeout: Double,
        incident: @escaping @Sendable (any Error) -> String,
        redact: @escaping @Sendable (String) -> String,
        watchParent: @escaping @Sendable (Int32) -> Void
    ) {
        self.explorer = explorer
        self.results = results
        self.cacheStatistics = cacheStatistics
        self.clearCache = clearCache
        self.framings = framings
        self.limits = limits
        self.upstream = upstream
        self.webURL = webURL
        self.requestTimeout = requestTimeout
        self.incident = incident
        self.redact = redact
        self.watchParent = watchParent
    }

    /// Whether no token is in use.
    package var isAnonymous: Bool { explorer.signIn.token == nil }
}
