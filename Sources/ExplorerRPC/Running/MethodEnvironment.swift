import Explorer
import JSONCore
import JSONRPC

/// What methods work with; filled in by the composition root.
package struct MethodEnvironment: Sendable {
    package let explorer: Explorer
    package let answers: AnswerCache
    /// The stored answers of the identity that is in use when this is called.
    package let storedAnswers: @Sendable () -> StoredAnswers
    package let cache: CacheAccess
    package let server: ServerFacts
    /// Base of pages on github.com, without a slash at its end.
    package let webURL: String
    /// Seconds one request may take.
    package let requestTimeout: Double
    /// Whether no token is in use.
    package let isAnonymous: @Sendable () -> Bool
    /// Logs an error that is no answer, and returns the incident's id.
    package let incident: @Sendable (any Error) -> String
    /// Ends the server when the process with this id is gone.
    package let watchParent: @Sendable (Int) -> Void

    package init(
        explorer: Explorer, answers: AnswerCache,
        storedAnswers: @escaping @Sendable () -> StoredAnswers = { .none },
        cache: CacheAccess, server: ServerFacts, webURL: String, requestTimeout: Double,
        isAnonymous: @escaping @Sendable () -> Bool,
        incident: @escaping @Sendable (any Error) -> String,
        watchParent: @escaping @Sendable (Int) -> Void
    ) {
        self.explorer = explorer
        self.answers = answers
        self.storedAnswers = storedAnswers
        self.cache = cache
        self.server = server
        self.webURL = webURL
        self.requestTimeout = requestTimeout
        self.isAnonymous = isAnonymous
        self.incident = incident
        self.watchParent = watchParent
    }
}

/// What `initialize` says of the server.
package struct ServerFacts: Sendable {
    package let name: String
    package let version: String
    package let framings: [String]
    package let maxMessageBytes: Int
    package let maxInFlight: Int

    package init(
        name: String, version: String, framings: [String], maxMessageBytes: Int,
        maxInFlight: Int
    ) {
        self.name = name
        self.version = version
        self.framings = framings
        self.maxMessageBytes = maxMessageBytes
        self.maxInFlight = maxInFlight
    }
}
