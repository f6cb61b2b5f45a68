import CurlHTTP
import Explorer
import ExplorerRPC
import FoundationEssentials
import GitHubAPI
import GitHubSandbox
import HTTPCache
import HTTPCore
import JSONCore
import JSONRPC
import Logging

/// Everything behind the methods, chained in one place.
///
/// `Explorer` asks `GitHubClient`, which sends through the cache, the body check, the rate
/// limits and the retries to libcurl, which talks to GitHub or to the sandbox.
struct ServiceStack {
    let environment: MethodEnvironment
    let registry: MethodRegistry
    /// The simulator, where that is the upstream.
    let sandbox: SandboxServer?
    let signIn: SignIn

    private let curl: CurlTransport
    private let outages: OutageTransport
    private let caching: CachingTransport
    private let store: ResponseStore

    /// - Parameters:
    ///   - watchParent: what `initialize` with a `processId` asks for.
    ///   - announce: sends a notification to every client.
    init(
        _ options: UpstreamOptions, server: ServerFacts, logger: Logger,
        watchParent: @escaping @Sendable (Int) -> Void = { _ in },
        announce: @escaping @Sendable (String, JSONValue) -> Void = { _, _ in }
    ) async throws {
        let paths = Paths(environment: Process.environment)
        let token = try GitHubToken.find(
            tokenFile: options.tokenFile, environment: Process.environment, stored: paths.token)
        if token != nil { Process.forbidCoreFiles() }
        sandbox = try await Self.startSandbox(options)
        let base = try Self.baseURL(sandbox?.baseURL ?? options.apiUrl)

        let (store, answers) = Self.caches(
            options, path: options.cache ?? (options.sandbox ? ":memory:" : paths.cache), logger)
        self.store = store
        curl = CurlTransport(
            options: CurlTransportOptions(
                timeout: .seconds(options.upstreamTimeout),
                maximumConcurrency: options.upstreamConcurrency),
            onExchange: options.logHttp ? HTTPLog(format: options.logFormat).record : nil)
        let retrying = RetryingTransport(next: curl)
        outages = OutageTransport(
            next: retrying, once: RetryingTransport(next: curl, attempts: 1))
        let limited = RateLimitTransport(next: outages, base: base)
        caching = CachingTransport(
            wrapping: BodyCheckingTransport(next: limited, base: base), store: store,
            isOffline: options.offline, staleWhileRevalidate: options.staleWhileRevalidate,
            onChange: { answers.removeAll() })

        let deviceCodes = try Self.deviceCodes(
            options, webURL: options.webUrl ?? sandbox?.baseURL ?? options.pagesURL,
            transport: options.offline ? OfflineTransport() : retrying)
        let signIn = SignIn(
            client: GitHubClient(
                base: base, userAgent: Self.userAgent, transport: caching, credential: { nil }),
            token: token?.secret, source: token?.source,
            environment: Self.signInEnvironment(
                deviceCodes, CredentialStore(path: paths.token), answers, logger, announce))
        self.signIn = signIn
        let client = GitHubClient(
            base: base, userAgent: Self.userAgent, transport: caching,
            credential: { signIn.token })
        environment = MethodEnvironment(
            explorer: Explorer(
                client: client,
                environment: Self.explorerEnvironment(
                    options, store: store, base: base, credential: { signIn.token }),
                signIn: signIn),
            answers: answers,
            storedAnswers: {
                Self.storedAnswers(
                    store, credential: signIn.token, base: base, webURL: options.pagesURL)
            },
            cache: Self.cacheAccess(store), server: server, webURL: options.pagesURL,
            requestTimeout: options.requestTimeout,
            isAnonymous: { signIn.token == nil }, incident: { Incident.log($0, to: logger) },
            watchParent: watchParent)
        registry = Catalogue.registry(environment)
    }

    /// Writes what is still to be written and lets everything go.
    func close() async {
        await signIn.close()
        await caching.close()
        await outages.close()
        curl.shutdown()
        await store.close()
        await sandbox?.stop()
    }

    private static func startSandbox(_ options: UpstreamOptions) async throws -> SandboxServer? {
        guard options.sandbox else { return nil }
        let sandbox = try SandboxOptions(
            assignments: options.sandboxOptions, rateLimit: 1_000_000)
        return try await SandboxServer.start(sandbox.configuration)
    }

    private static func baseURL(_ text: String) throws -> WebAddress {
        guard let base = WebAddress(text.trimmingSlashes) else {
            throw CommandError.usage("--api-url takes a URL, found '\(text)'.")
        }
        return base
    }

    private static let userAgent = "GitXplorer/\(ServerVersion.current)"

    /// Nil without an OAuth client id.
    private static func deviceCodes(
        _ options: UpstreamOptions, webURL: String, transport: any HTTPTransport
    ) throws -> DeviceCodeClient? {
        guard let clientID = options.oauthClientID else { return nil }
        guard let base = WebAddress(webURL.trimmingSlashes) else {
            throw CommandError.usage("--web-url takes a URL, found '\(webURL)'.")
        }
        return DeviceCodeClient(
            base: base, clientID: clientID, userAgent: userAgent, transport: transport)
    }

    private static func signInEnvironment(
        _ deviceCodes: DeviceCodeClient?, _ file: CredentialStore, _ answers: AnswerCache,
        _ logger: Logger, _ announce: @escaping @Sendable (String, JSONValue) -> Void
    ) -> SignInEnvironment {
        var environment = SignInEnvironment()
        environment.deviceCodes = deviceCodes
        environment.store = { try await file.store($0) }
        environment.removeStored = { try await file.remove() }
        environment.tokenChanged = {
            Process.forbidCoreFiles()
            answers.removeAll()
        }
        environment.statusChanged = { announce(AuthChanged.method, AuthChanged($0).params) }
        environment.report = { _ = Incident.log($0, to: logger) }
        return environment
    }

    private static func explorerEnvironment(
        _ options: UpstreamOptions, store: ResponseStore, base: WebAddress,
        credential: @escaping @Sendable () -> Secret?
    ) -> ExplorerEnvironment {
        var environment = ExplorerEnvironment()
        environment.webURL = options.pagesURL
        environment.loadMemo = { await store.memo($0) }
        environment.saveMemo = { key, value in
            // Older than a day it still is a better guess than none.
            await store.setMemo(key, value, expiresAt: Date.now + 30 * 86_400)
        }
        environment.cachedUserPages = { limit in
            await store.newest(
                urlPrefix: "\(base.appending(["users"]))?", credential: credential(), limit: limit
            )
            .map { .init(body: $0.body, fetchedAt: $0.receivedAt) }
        }
        return environment
    }
}

extension String {
    /// Without the slashes at its end.
    var trimmingSlashes: String {
        var text = self
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }
}
