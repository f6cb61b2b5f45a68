import FoundationEssentials
import GitHubAPI

/// The data service: one operation for each question that a user asks, plain values in and out.
///
/// Operations fetch side by side what does not depend on each other, and each result says how
/// fresh it is. Cancelling an operation's task cancels its requests.
package struct Explorer: Sendable {
    let client: GitHubClient
    let environment: ExplorerEnvironment
    let ceiling: UserCeiling
    /// As whom GitHub is asked.
    package let signIn: SignIn

    /// - Parameter signIn: where `client` has its credential from; nil where that never changes.
    package init(
        client: GitHubClient, environment: ExplorerEnvironment = ExplorerEnvironment(),
        signIn: SignIn? = nil
    ) {
        self.init(
            client: client, environment: environment,
            ceiling: UserCeiling(key: "userCeiling \(client.base)"),
            signIn: signIn ?? SignIn(client: client))
    }

    private init(
        client: GitHubClient, environment: ExplorerEnvironment, ceiling: UserCeiling,
        signIn: SignIn
    ) {
        self.client = client
        self.environment = environment
        self.ceiling = ceiling
        self.signIn = signIn
    }

    /// The same service, which keeps to the token that is in use now: an operation that makes
    /// several requests makes all of them under one identity.
    package var withPresentIdentity: Explorer {
        Explorer(
            client: client.using(client.presentCredential), environment: environment,
            ceiling: ceiling, signIn: signIn)
    }

    /// Runs `operation` and gives its failure the page that a client may open instead.
    func asking<Value>(
        about subject: Subject?,
        _ operation: () async throws(GitHubError) -> Value
    ) async throws(ExplorerError) -> Value {
        do throws(GitHubError) {
            return try await operation()
        } catch {
            if case .unauthorized = error, let token = client.presentCredential {
                signIn.doubt(token)
            }
            throw ExplorerError(
                failure: error, profileURL: subject?.page(webURL: environment.webURL))
        }
    }
}

/// What the explorer needs from outside beside GitHub: time, chance, and a memory.
package struct ExplorerEnvironment: Sendable {
    /// A stored 200 of `/users`.
    package struct CachedPage: Sendable {
        package let body: [UInt8]
        package let fetchedAt: Date

        package init(body: [UInt8], fetchedAt: Date) {
            self.body = body
            self.fetchedAt = fetchedAt
        }
    }

    /// Where people look at GitHub, without a slash at the end.
    package var webURL = "https://github.com"
    package var now: @Sendable () -> Date = { Date() }
    /// A seed for draws that are not asked to be repeatable.
    package var randomSeed: @Sendable () -> UInt64 = { UInt64.random(in: 0 ... .max) }
    /// A small value kept across restarts, or nil.
    package var loadMemo: @Sendable (_ key: String) async -> [UInt8]? = { _ in nil }
    package var saveMemo: @Sendable (_ key: String, _ value: [UInt8]) async -> Void = { _, _ in }
    /// Stored pages of `/users` of the present identity, newest first.
    package var cachedUserPages: @Sendable (_ limit: Int) async -> [CachedPage] = { _ in [] }

    package init() {}
}
