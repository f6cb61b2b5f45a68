import CurlHTTP
import Explorer
import ExplorerRPC
import FoundationEssentials
import GitHubAPI
import GitHubSandbox
import GitHubUpstream
import HTTPCache
import HTTPCore
import JSONCore
import JSONRPC
import Logging
import Secrets
import ServerEnvironment
import SharedCache
import Synchronization

/// Everything behind the methods, chained in one place.
///
/// `Explorer` calls `GitHubClient`, which sends through the cache, the body check, the outage check,
/// the retries, the rate limits and ``SecretNotingTransport`` to libcurl, which talks to GitHub or to
/// the sandbox. The limits come after the retries, so that every attempt is counted and reserved. The
/// requests of a sign-in by device code pass only the retries and ``SecretNotingTransport``.
struct ServiceStack {
    let environment: MethodEnvironment
    let registry: MethodRegistry
    /// The sandbox, if it is the upstream.
    let sandbox: SandboxServer?
    let signIn: SignIn

    private let curl: CurlTransport
    private let outages: OutageTransport
    private let caching: CachingTransport
    private let store: ResponseStore
    /// Nil without a shared cache.
    private let sharing: SharedCache?

    /// - Parameters:
    ///   - environment: says where files and the shared cache are, and may hold a token.
    ///   - framings: those of its connections, for `initialize`; so are the limits.
    ///   - memory: bodies from upstream take part of it.
    ///   - usesToken: whether to look for a token; a login brings its own.
    ///   - watchParent: called for `initialize` with a `processId`.
    ///   - announce: sends a notification to every client.
    init(
        _ options: UpstreamOptions, environment: [String: String] = Process.environment,
        framings: [String] = FramingOption.auto.names,
        limits: ConnectionLimits = ConnectionLimits(), memory: MemoryBudget = MemoryBudget(),
        logger: Logger, usesToken: Bool = true,
        watchParent: @escaping @Sendable (Int) -> Void = { _ in },
        announce: @escaping @Sendable (String, JSONValue) -> Void = { _, _ in }
    ) async throws {
        let paths = Paths(environment: environment)
        let scope = try options.tokenScope()
        let tokenPlace = paths.token(of: scope)
        let token =
            usesToken
            ? try Self.token(options, environment, scope, stored: try? tokenPlace.get(), logger)
            : nil
        let cachePath = try Self.cachePath(options, paths, logger)
        sandbox = try await Self.startSandbox(options)
        let base = try options.apiAddress(sandbox: sandbox?.baseURL)

        let (store, results) = Self.caches(
            options, path: cachePath, logger)
        self.store = store
        let bodies = BodyMemory { memory.changeBodies(by: $0) }
        curl = CurlTransport(
            options: CurlTransportOptions(
                timeout: .seconds(options.upstreamTimeout),
                maximumConcurrency: options.upstreamConcurrency,
                trust: CertificateTrust(environment: environment)),
            memory: bodies,
            onExchange: options.logHttp ? HTTPLog(format: options.logFormat).record : nil)
        let noting = SecretNotingTransport(next: curl, redactor: Process.redactor)
        let identity = Mutex<(@Sendable () -> Secret?)>({ nil })
        sharing = try Self.sharedCache(
            options, environment, store, isSignedIn: token != nil,
            credential: { identity.withLock { $0 }() }, logger)
        let limited = RateLimitTransport(next: noting, ledger: sharing?.limits)
        outages = OutageTransport(
            next: RetryingTransport(next: limited),
            once: RetryingTransport(next: limited, attempts: 1))
        caching = CachingTransport(
            wrapping: BodyCheckingTransport(next: outages), store: store,
            shared: sharing?.responses, isOffline: options.offline,
            staleWhileRevalidate: options.staleWhileRevalidate,
            onChange: { results.removeAll() })

        let pages = try options.signInAddress(sandbox: sandbox?.baseURL)
        let deviceCodes = options.deviceClientID.map {
            DeviceCodeClient(
                base: pages, clientID: $0, userAgent: Self.userAgent,
                transport: options.offline
                    ? OfflineTransport() : RetryingTransport(next: noting))
        }
        let signIn = SignIn(
            client: GitHubClient(
                base: base, userAgent: Self.userAgent, transport: caching, credential: { nil }),
            token: token?.secret, source: token?.source,
            environment: Self.signInEnvironment(
                deviceCodes, tokensBelongHere: scope.includes(pages: pages, of: base),
                CredentialStore(place: tokenPlace), results, logger, announce))
        self.signIn = signIn
        identity.withLock { $0 = { signIn.token } }
        let client = GitHubClient(
            base: base, userAgent: Self.userAgent,
            transport: BodyMemoryTransport(next: caching, memory: bodies),
            credential: { signIn.token })
        self.environment = MethodEnvironment(
            explorer: Explorer(
                client: client,
                environment: Self.explorerEnvironment(
                    options, store: store, base: base, credential: { signIn.token }),
                signIn: signIn),
            kept: KeptResults(memory: results) {
                Self.storedResults(
                    store, credential: signIn.token, base: base, webURL: options.pagesURL)
            },
            cache: Self.cacheAccess(store, sharing),
            server: ServerFacts(
                framings: framings, maxMessageBytes: limits.maximumMessageBytes,
                maxInFlight: limits.maximumInFlight),
            webURL: options.pagesURL,
            requestTimeout: options.requestTimeout,
            incident: { Incident.log($0, to: logger) },
            redact: Process.redactor.redacted,
            watchParent: watchParent)
        registry = MethodCatalog.registry(self.environment)
    }

    /// Begins to connect to the shared cache, so that the server hears when that is cleared. Does
    /// not wait.
    func connect() {
        sharing?.connect()
    }

    /// Writes pending data and closes everything.
    func close() async {
        await signIn.close()
        await caching.close()
        await outages.close()
        await sharing?.close()
        curl.shutdown()
        await store.close()
        await sandbox?.stop()
    }

    private static func startSandbox(_ options: UpstreamOptions) async throws -> SandboxServer? {
        guard options.sandbox else { return nil }
        let sandbox = try SandboxOptions.parse(
            assignments: options.sandboxOptions, rateLimit: 1_000_000)
        return try await SandboxServer.start(sandbox.configuration)
    }

    /// The initial token; nil if it would cross the network in clear.
    private static func token(
        _ options: UpstreamOptions, _ environment: [String: String], _ scope: TokenScope,
        stored: String?, _ logger: Logger
    ) throws -> GitHubToken? {
        let token = try GitHubToken.find(
            for: scope, tokenFile: options.tokenFile, environment: environment, stored: stored
        ) { logger.warning("\($0)") }
        Process.wipe(TokenVariable.all.flatMap(\.names))
        guard let token else { return nil }
        Process.redactor.learn(token: token.secret)
        let address = try options.apiAddress()
        guard scope == .sandbox || address.isConfidential else {
            throw CommandError.exposed("--api-url \(address)")
        }
        return token
    }

    private static let userAgent = "GitXplorer/\(ServerVersion.current)"

    private static func signInEnvironment(
        _ deviceCodes: DeviceCodeClient?, tokensBelongHere: Bool, _ file: CredentialStore,
        _ results: ResultCache, _ logger: Logger,
        _ announce: @escaping @Sendable (String, JSONValue) -> Void
    ) -> SignInEnvironment {
        var environment = SignInEnvironment()
        environment.deviceCodes = deviceCodes
        environment.deviceTokensBelongHere = tokensBelongHere
        environment.store = { try await file.store($0) }
        environment.removeStored = { try await file.remove() }
        environment.tokenChanged = { results.removeAll() }
        let redaction = Redaction(text: Process.redactor.redacted)
        environment.statusChanged = {
            announce(AuthChanged.method, redaction(AuthChanged($0).params))
        }
        environment.report = { _ = Incident.log($0, to: logger) }
        return environment
    }

    private static func explorerEnvironment(
        _ options: UpstreamOptions, store: ResponseStore, base: WebAddress,
        credential: @escaping @Sendable () -> Secret?
    ) -> ExplorerEnvironment {
        var environment = ExplorerEnvironment()
        environment.loadMemo = { await store.memo($0) }
        environment.saveMemo = { key, value in
            // After more than a day it is still a better guess than none.
            await store.setMemo(key, value, expiresAt: Date.now + 30 * 86_400)
        }
        environment.cachedUserPages = { limit in
            await store.newest(
                urlPrefix: "\(base.appending(["users"]))?", credential: credential(), limit: limit
            )
            .map { ($0.body, $0.receivedAt) }
        }
        return environment
    }
}

extension String {
    /// Without trailing slashes.
    var trimmingSlashes: String {
        var text = self
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }
}
