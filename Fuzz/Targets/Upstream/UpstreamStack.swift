import Explorer
import ExplorerRPC
import FoundationEssentials
import GitHubAPI
import GitHubUpstream
import HTTPCache
import HTTPCore
import JSONRPC
import Logging
import Secrets

/// Everything between a method call and the socket, as in the server, over a scripted GitHub and
/// without any time passing.
struct UpstreamStack {
    let registry: MethodRegistry

    private let caching: CachingTransport
    private let outages: OutageTransport
    private let store: ResponseStore
    private let signIn: SignIn

    /// A request that takes longer hangs.
    static let timeout = 8.0

    init?(_ upstream: ScriptedUpstream) {
        guard let base = WebAddress("https://api.github.com"),
            let web = WebAddress("https://github.com")
        else { return nil }
        let logger = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
        let store = ResponseStore(path: ":memory:", logger: logger)
        let limited = RateLimitTransport(next: upstream)
        let outages = OutageTransport(
            next: RetryingTransport(next: limited, sleep: { _ in }), sleep: { _ in })
        let answers = ResultCache(clears: { store.clears })
        let caching = CachingTransport(
            wrapping: BodyCheckingTransport(next: outages), store: store,
            staleWhileRevalidate: 1, onChange: { answers.removeAll() })
        var environment = SignInEnvironment()
        environment.deviceCodes = DeviceCodeClient(
            base: web, clientID: "fuzz", userAgent: "fuzz",
            transport: RetryingTransport(next: upstream, sleep: { _ in }))
        let client = { (credential: @escaping @Sendable () -> Secret?) in
            GitHubClient(
                base: base, userAgent: "fuzz", transport: caching, credential: credential)
        }
        let signIn = SignIn(client: client({ nil }), environment: environment)
        var surroundings = ExplorerEnvironment()
        surroundings.randomSeed = { 1 }
        surroundings.loadMemo = { await store.memo($0) }
        surroundings.saveMemo = { key, value in
            await store.setMemo(key, value, expiresAt: .now + 86_400)
        }
        surroundings.cachedUserPages = { limit in
            await store.newest(urlPrefix: "\(base)users?", credential: signIn.token, limit: limit)
                .map { ($0.body, $0.receivedAt) }
        }
        (self.store, self.outages, self.caching, self.signIn) = (store, outages, caching, signIn)
        registry = MethodCatalog.registry(
            MethodEnvironment(
                explorer: Explorer(
                    client: client({ signIn.token }), environment: surroundings, signIn: signIn),
                results: answers, cacheStatistics: { throw CancellationError() },
                clearCache: { _ in await store.clear() },
                framings: ["lines"], limits: ConnectionLimits(),
                webURL: "https://github.com", requestTimeout: Self.timeout,
                incident: { "\($0)" }, redact: { $0 }, watchParent: { _ in }))
    }

    func close() async {
        await signIn.close()
        await caching.close()
        await outages.close()
        await store.close()
    }
}
