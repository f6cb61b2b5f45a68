import FoundationEssentials
import GitHubUpstream
import HTTPCache
import HTTPCore
import HTTPTypes
import Logging
import RedisClient
import Secrets
import SharedCache
import Synchronization

/// A server with its caches, over an engine and a GitHub of the test.
struct EngineSession: Sendable {
    private static let token = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
    /// Secrets that the engine must not learn.
    static let secrets = [token, "hubot"]
    private static let concurrency = 3
    private static let longestWait = Duration.seconds(10)
    /// `ClaimState.patience`, and the last wait within it.
    private static let longestClaim = Duration.seconds(31)
    /// For background work that overlaps a request.
    private static let longestPause = Duration.seconds(10)
    /// Dates are rounded, and time passes.
    private static let moment = 120.0

    private let engine: ScriptedEngine
    private let upstream = PlainUpstream()
    private let checker: BodyCheckingTransport
    private let cache: SharedCache
    private let store: ResponseStore
    private let caching: CachingTransport

    /// Runs a script, and closes everything.
    static func run(_ script: EngineScript) async -> Result<Void, Finding> {
        guard let session = EngineSession(script) else { return .failure(Finding("no session")) }
        let result: Result<Void, Finding>
        do {
            for action in script.actions { try await session.carryOut(action) }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await session.cache.close()
        await session.caching.close()
        await session.store.close()
        let sent = String(decoding: session.engine.sent, as: UTF8.self)
        for secret in secrets where sent.contains(secret) {
            return .failure(Finding("the engine was sent \(secret)"))
        }
        return result
    }

    private init?(_ script: EngineScript) {
        guard let configuration = try? RedisConfiguration(parsing: "redis://:open@localhost")
        else { return nil }
        let logger = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
        engine = ScriptedEngine(script.sendings, configuration)
        checker = BodyCheckingTransport(next: upstream)
        cache = SharedCache(
            engine, pace: engine.pace, logger: logger, concurrency: Self.concurrency,
            longestWait: Self.longestWait, longestTransfer: .seconds(5),
            credential: { Secret(Self.token) }, onClear: { _ in })
        store = ResponseStore(path: ":memory:", logger: logger)
        caching = CachingTransport(wrapping: checker, store: store, shared: cache.responses)
    }

    private func carryOut(_ action: EngineScript.Action) async throws(Finding) {
        let start = engine.elapsed
        // Nil if no caller waits.
        var longest: Duration?
        switch action {
        case .get(let path, let isSignedIn, let isRefresh):
            try await get(path, isSignedIn ? Secret(Self.token) : nil, isRefresh)
            longest = Self.longestClaim
        case .admit:
            try await admit()
            // They ask one after another.
            longest = (Self.longestWait + .seconds(2)) * (2 * Self.concurrency)
        case .clear(let isAll): await cache.clear(login: isAll ? nil : "hubot")
        case .up:
            await engine.open()
        case .down: engine.lose()
        case .renew:
            engine.runScheduled()
        }
        if let longest {
            // A clear that the engine announced pauses in the background.
            let passed = engine.elapsed - start - Self.longestPause
            try Finding.unless(passed <= longest, "\(action) took \(passed)")
        }
        let state = await cache.state()
        try Finding.unless((0...10_000).contains(state.servers), "\(state.servers) servers")
    }

    // MARK: Requests

    private func get(
        _ path: String, _ credential: Secret?, _ isRefresh: Bool
    ) async throws(Finding) {
        engine.use(credential)
        var request = HTTPTransportRequest(
            head: HTTPRequest(
                method: .get, scheme: "https", authority: "api.github.com",
                path: PlainUpstream.path(path, isSignedIn: credential != nil)),
            credential: credential)
        request.cachePolicy.revalidates = isRefresh
        request.facts = PlainUpstream.facts(path)
        let asked = upstream.requests
        do {
            try check(try await caching.send(request), to: request)
        } catch let error as HTTPTransportError {
            try check(error)
        } catch let error as Finding {
            throw error
        } catch {
            throw Finding("\(error)")
        }
        try Finding.unless(upstream.requests - asked <= 2, "upstream was asked again and again")
    }

    private func check(
        _ response: HTTPTransportResponse, to request: HTTPTransportRequest
    ) throws(Finding) {
        do {
            try checker.check(response, for: request)
        } catch {
            throw Finding("upstream could not have sent it: \(error)")
        }
        let (status, provenance) = (response.head.status.code, response.provenance)
        try Finding.unless((200..<500).contains(status), "status \(status)")
        let now = Date.now
        try Finding.unless(
            provenance.fetchedAt <= now + Self.moment, "fetched at \(provenance.fetchedAt)")
        guard let expiry = provenance.expiresAt else { return }
        let longest = Double(ResponseFreshness.longestLifetime) + Self.moment
        try Finding.unless(expiry <= now + longest, "it expires at \(expiry)")
    }

    private func check(_ error: HTTPTransportError) throws(Finding) {
        switch error {
        case .rateLimited(let notice): try check(notice)
        case .unavailable(let failure):
            let waits = 0...RateLimitNotice.longestWait
            try Finding.unless(
                failure.retryAfter.map(waits.contains) ?? true
                    && failure.status.map((100..<600).contains) ?? true
                    && (1...100).contains(failure.attempts), "\(failure)")
        case .invalidBody(let status, let reason):
            try Finding.unless(
                (100..<600).contains(status) && reason.utf8.count <= 1_000, "\(error)")
        case .offline, .cancelled: throw Finding("\(error)")
        }
    }

    private func check(_ notice: RateLimitNotice) throws(Finding) {
        let wait = Double(RateLimitNotice.longestWait)
        try Finding.unless(
            (1...RateLimitNotice.longestWait).contains(notice.retryAfter)
                && notice.limit.map { $0 >= 0 } ?? true
                && notice.remaining.map { $0 >= 0 } ?? true
                && notice.resetAt.map { $0 <= Date.now + wait + Self.moment } ?? true,
            "\(notice)")
    }

    // MARK: Admissions

    private func admit() async throws(Finding) {
        let active = Active()
        let findings = await withTaskGroup(of: Finding?.self) { group in
            for _ in 0..<2 * Self.concurrency {
                group.addTask { [cache] in
                    switch await cache.limits.admit(Secret(Self.token), resource: "core") {
                    case .granted(let reservation):
                        active.begin()
                        await Task.yield()
                        active.end()
                        cache.limits.settle(reservation, LimitReport())
                    case .refused(let notice):
                        do throws(Finding) { try check(notice) } catch { return error }
                    case .cancelled: return Finding("an admission was cancelled")
                    }
                    return nil
                }
            }
            return await group.reduce(into: [Finding]()) {
                if let finding = $1 { $0.append(finding) }
            }
        }
        if let finding = findings.first { throw finding }
        try Finding.unless(active.most <= Self.concurrency, "\(active.most) requests at once")
    }
}

/// The requests that are running concurrently.
private final class Active: Sendable {
    private let counts = Mutex((now: 0, most: 0))

    var most: Int { counts.withLock(\.most) }

    func begin() {
        counts.withLock { ($0.now, $0.most) = ($0.now + 1, max($0.now + 1, $0.most)) }
    }

    func end() { counts.withLock { $0.now -= 1 } }
}
