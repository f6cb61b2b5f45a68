import LinuxSystem
import Synchronization

/// The sandbox without its sockets: requests in, replies out.
///
/// It may be called from any thread. Mutable state is in one `Mutex`; bodies are written outside of
/// it, from a copy of the world.
final class SandboxService: Sendable {
    struct State: Sendable {
        var world: World
        var limiter: RateLimiter
        /// Whether a 304 costs an anonymous client nothing, as in 2018.
        var isAnonymousRevalidationFree = false
        var devices: DeviceFlow
        var statistics = Statistics()
        var faults: [Fault] = []
        var latency: Int
        /// The number of API requests, for `X-GitHub-Request-Id`.
        var served = 0
    }

    let state: Mutex<State>
    let searchIndex: SearchIndex
    let replay: ReplayStore
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int
    /// Known only to the sandbox's own page. It is random; everything else follows from the seed.
    let pageSecret = String(UInt128.random(in: .min ... .max), radix: 16)

    init(
        _ configuration: SandboxConfiguration, replay: ReplayStore = ReplayStore(),
        clock: @escaping @Sendable () -> Int
    ) {
        let world = World(seed: configuration.seed, users: configuration.users)
        searchIndex = SearchIndex(world)
        state = Mutex(
            State(
                world: world,
                limiter: RateLimiter(anonymousLimit: configuration.rateLimit),
                devices: DeviceFlow(seed: configuration.seed),
                latency: configuration.latencyMilliseconds))
        self.replay = replay
        self.clock = clock
    }

    /// Answers one request. ``finished()`` must be called after each counted reply.
    func reply(to request: SandboxRequest) -> Reply {
        if request.isControl { return withDate(controlReply(request)) }
        let (latency, fault) = state.withLock { state in
            state.statistics.begin(request.path)
            return (state.latency, state.faults.strike(request.path))
        }
        let context = RouteContext(self, request)
        var reply = fault.map { faultyReply($0, context) } ?? plainReply(context)
        reply = reply.compressed(for: request)
        reply.delay = latency
        state.withLock {
            $0.statistics.answered(status: reply.status, bodyBytes: reply.body.count)
        }
        return withDate(reply)
    }

    /// Records that a counted reply has been sent, or that its client has disconnected.
    func finished() {
        state.withLock { $0.statistics.end() }
    }

    /// Resets statistics, faults, changes of the world, and the use of the limits.
    func reset() {
        state.withLock { state in
            state.statistics.reset()
            state.faults = []
            state.world.overlay = Overlay()
            state.limiter = RateLimiter(anonymousLimit: state.limiter.anonymousLimit)
        }
    }

    /// The reply to a request that no fault applies to.
    func plainReply(_ context: RouteContext) -> Reply {
        let request = context.request
        guard request.path.utf8.count <= SandboxRequest.maximumPathSize else {
            return .text("The path is too long.", status: 414)
        }
        guard case .site(let reply) = context.route.handler else { return gitHubReply(context) }
        if let recorded = replay.find(request, isSignedIn: false) {
            return replayed(recorded, request, nil)
        }
        return reply(context)
    }

    private func withDate(_ reply: Reply) -> Reply {
        var reply = reply
        reply.headers.insert(("Date", UTCDate.httpDate(secondsSince1970: clock() / 1000)), at: 0)
        return reply
    }
}
