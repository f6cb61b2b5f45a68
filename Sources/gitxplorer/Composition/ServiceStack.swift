import CGlibc
import CurlHTTP
import Explorer
import ExplorerRPC
import FoundationEssentials
import GitHubAPI
import GitHubSandbox
import GitHubUpstream
import HTTPCache
import HTTPCore
import HTTPFront
import JSONCore
import JSONRPC
import Logging
import Secrets
import ServerEnvironment
import SharedCache

/// Everything behind the methods, chained in one place, from the socket up.
///
/// `Explorer` calls `GitHubClient`, which sends through the cache, the body check, the outage check,
/// the retries, the rate limits and ``SecretNotingTransport`` to libcurl, which talks to GitHub or to
/// the sandbox. The limits come after the retries, so that every attempt is counted and reserved. The
/// requests of a sign-in by device code pass only the retries and ``SecretNotingTransport``.
struct ServiceStack {
    let environment: MethodEnvironment
    /// The base of the REST API.
    let base: WebAddress
    /// The first of the transports.
    let transport: any HTTPTransport
    /// The sandbox, if it is the upstream.
    let sandbox: SandboxServer?
    let signIn: SignIn
    /// That of the token of this run; nil without one.
    let tokenSource: TokenSource?

    private let logger: Logger
    private let watch: RequestWatch
    private let facts: Logger.Metadata
    let current: CurrentToken
    private let curl: CurlTransport
    let rateLimits: RateLimitTransport
    private let outages: OutageTransport
    let caching: CachingTransport
    private let store: ResponseStore
    /// Nil without a shared cache.
    let sharing: SharedCache?

    /// - Parameters:
    ///   - environment: says where files and the shared cache are, and may hold a token.
    ///   - framings: those of its connections, for `initialize`; so are the limits.
    ///   - memory: bodies from upstream take part of it.
    ///   - usesToken: whether to look for a token; a login brings its own.
    ///   - metrics: nil if nothing is counted.
    ///   - watchParent: called for `initialize` with a `processId`.
    ///   - announce: sends a notification to every client.
    init(
        _ options: UpstreamOptions, environment: [String: String] = Process.environment,
        framings: [String] = Framing.automatic.names,
        limits: ConnectionLimits = ConnectionLimits(), memory: MemoryBudget = MemoryBudget(),
        logger: Logger, usesToken: Bool = true, metrics: ServerMetrics? = nil,
        watchParent: @escaping @Sendable (Int32) -> Void = { _ in },
        announce: @escaping @Sendable (String, JSONValue) -> Void = { _, _ in }
    ) async throws {
        let paths = Paths(environment: environment)
        let token = usesToken ? try Self.token(options, environment, paths, logger) : nil
        let current = CurrentToken(token?.secret, source: token?.source)
        self.current = current
        tokenSource = token?.source
        let cachePath = try Self.cachePath(options, paths, logger)
        sandbox = try await Self.startSandbox(options, logger)
        let base = try options.apiAddress(sandbox: sandbox?.baseURL)
        self.base = base
        self.logger = logger
        let requestLogger = Logger(label: "gitxplorer.requests", options.logFormat, .info)
        watch = RequestWatch(
            log: options.logRequests ? RequestLog(logger: requestLogger) : nil, metrics: metrics)
        facts = [
            "version": "\(ServerVersion.current)", "upstream": "\(base)", "cache": "\(cachePath)",
        ]

        let store = ResponseStore(
            path: cachePath, maximumBytes: options.cacheMaxBytes, logger: logger,
            onRest: cglibc_trim_memory)
        self.store = store
        let results = ResultCache(
            clears: { store.clears },
            onHit: { result in
                store.count {
                    $0.hits += 1
                    $0.requestsSpared += result.requests
                    $0.rateLimitSpared += result.limited
                }
            },
            file: {
                Self.storedResults(
                    store, credential: current.value, base: base, webURL: options.pagesURL)
            })
        sharing = try Self.sharedCache(options, environment, store, current, logger)

        let bodies = BodyMemory { memory.changeBodies(by: $0) }
        curl = CurlTransport(
            options: CurlTransportOptions(
                timeout: .seconds(options.upstreamTimeout),
                maximumConcurrency: options.upstreamConcurrency,
                trust: CertificateTrust(environment: environment), memory: bodies),
            onExchange: Self.onExchange(options, metrics))
        let noting = SecretNotingTransport(next: curl, redactor: Process.redactor)
        rateLimits = RateLimitTransport(next: noting, ledger: sharing?.limits)
        outages = OutageTransport(next: RetryingTransport(next: rateLimits))
        caching = CachingTransport(
            wrapping: BodyCheckingTransport(next: outages), store: store,
            shared: sharing?.responses, isOffline: options.offline,
            staleWhileRevalidate: options.staleWhileRevalidate,
            onChange: { results.removeAll() })

        signIn = SignIn(
            client: GitHubClient(
                base: base, userAgent: Self.userAgent, transport: caching, credential: { nil }),
            current: current,
            environment: try Self.signInEnvironment(
                options, paths, base, sandbox, noting, results, logger, announce))
        transport = BodyMemoryTransport(next: caching, memory: bodies)
        let client = GitHubClient(
            base: base, userAgent: Self.userAgent, transport: transport,
            credential: { current.value })
        self.environment = MethodEnvironment(
            explorer: Explorer(
                client: client, environment: Self.explorerEnvironment(store, base, current),
                signIn: signIn),
            results: results,
            cacheStatistics: { [sharing] in
                var statistics = await store.statistics()
                statistics.shared = await sharing?.state()
                return statistics
            },
            clearCache: { [sharing] login in
                await sharing?.clear(login: login)
                return await store.clear(login: login)
            },
            framings: framings, limits: limits,
            upstream: try options.tokenScope().upstreamName, webURL: options.pagesURL,
            requestTimeout: options.requestTimeout,
            incident: logger.incident,
            redact: Process.redactor.redacted,
            watchParent: watchParent)
    }

    /// All methods, for JSON-RPC.
    var registry: MethodRegistry { logged(MethodCatalog.registry(environment)) }

    func logged(_ methods: MethodRegistry) -> MethodRegistry { watch.watching(methods) }

    /// - Parameter addresses: those of the listeners.
    func logStart(_ addresses: String = "none") {
        logger.info("started", metadata: facts.merging(["addresses": .string(addresses)]) { $1 })
    }

    func logEnd() { logger.info("ended", metadata: facts) }

    /// Begins to connect to the shared cache, so that the server hears when it is cleared.
    func connect() {
        sharing?.connect()
    }

    /// Runs `work`, then closes everything.
    func closing<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
        let outcome: Result<Value, any Error>
        do {
            outcome = .success(try await work())
        } catch {
            outcome = .failure(error)
        }
        await close()
        return try outcome.get()
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

    static let userAgent = "GitXplorer/\(ServerVersion.current)"

    private static func startSandbox(
        _ options: UpstreamOptions, _ logger: Logger
    ) async throws -> SandboxServer? {
        guard options.sandbox else { return nil }
        let sandbox = try SandboxOptions.parse(
            assignments: options.sandboxOptions, rateLimit: 1_000_000)
        return try await SandboxServer.start(sandbox.configuration) { exchange in
            if let sentence = exchange.notSimulated { logger.warning("\(sentence)") }
        }
    }

    private static func explorerEnvironment(
        _ store: ResponseStore, _ base: WebAddress, _ current: CurrentToken
    ) -> ExplorerEnvironment {
        var environment = ExplorerEnvironment()
        environment.loadMemo = { await store.memo($0) }
        environment.saveMemo = { key, value in
            // After more than a day it is still a better guess than none.
            await store.setMemo(key, value, expiresAt: Date.now + 30 * 86_400)
        }
        environment.cachedUserPages = { limit in
            let pages = await store.newest(
                urlPrefix: "\(base.appending(["users"]))?", credential: current.value, limit: limit)
            return pages.map { ($0.body, $0.receivedAt) }
        }
        return environment
    }
}
