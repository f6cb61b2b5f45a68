import Synchronization

/// The sandbox without its sockets: requests in, replies out.
///
/// May be called from any thread. What changes is in one `Mutex`; bodies are written outside it,
/// from a copy of the world.
final class SandboxService: Sendable {
    struct State: Sendable {
        var world: World
        var limiter: RateLimiter
        var secondaryLimits = SecondaryLimits()
        /// Whether a 304 costs an anonymous client nothing, as it did in 2018.
        var isAnonymousRevalidationFree = false
        var devices: DeviceFlow
        var statistics = Statistics()
        var faults: [Fault] = []
        var latency: Int
        /// All requests of the API, for `X-GitHub-Request-Id`.
        var served = 0
    }

    let state: Mutex<State>
    let index: SearchIndex
    let replay: ReplayStore
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int
    private let original: World

    init(
        _ configuration: SandboxConfiguration, replay: ReplayStore = ReplayStore(),
        clock: @escaping @Sendable () -> Int
    ) {
        let world = World(seed: configuration.seed, users: configuration.users)
        original = world
        state = Mutex(
            State(
                world: world,
                limiter: RateLimiter(anonymousLimit: configuration.rateLimit),
                devices: DeviceFlow(seed: configuration.seed),
                latency: configuration.latencyMilliseconds))
        index = SearchIndex(world)
        self.replay = replay
        self.clock = clock
    }

    /// Answers one request; each counted reply is to be followed by ``finished()``.
    func reply(to request: SandboxRequest) -> Reply {
        if request.isControl { return withDate(controlReply(request)) }
        let (world, latency, fault) = state.withLock { state in
            state.statistics.begin(request.path)
            let index = state.faults.indices.first { state.faults[$0].strikes(request.path) }
            return (state.world, state.latency, index.map { state.faults[$0].kind })
        }
        var reply = answer(request, world, fault).compressed(for: request)
        reply.delay = latency
        state.withLock {
            $0.statistics.answered(status: reply.status, bodyBytes: reply.body.count)
        }
        return withDate(reply)
    }

    /// A counted reply was sent, or its client is gone.
    func finished() {
        state.withLock { $0.statistics.end() }
    }

    /// Forgets statistics, faults, changes of the world, and what was used of the limits.
    func reset() {
        state.withLock { state in
            state.statistics.reset()
            state.faults = []
            state.world = original
            state.limiter = RateLimiter(anonymousLimit: state.limiter.anonymousLimit)
            state.secondaryLimits = SecondaryLimits()
        }
    }

    private func answer(_ request: SandboxRequest, _ world: World, _ fault: Fault.Kind?) -> Reply {
        guard let fault else { return plainReply(request, world) }
        guard fault.spoilsAnswer else { return failingReply(fault, request) }
        // A client that revalidates is to meet the fault too, so that a 304 does not hide it.
        var unconditional = request
        unconditional.headers.removeAll {
            ["if-none-match", "if-modified-since"].contains($0.name.lowercased())
        }
        return spoiled(plainReply(unconditional, world), fault)
    }

    private func plainReply(_ request: SandboxRequest, _ world: World) -> Reply {
        avatarReply(request, world: world) ?? signInReply(request) ?? gitHubReply(request, world)
    }

    private func withDate(_ reply: Reply) -> Reply {
        var reply = reply
        reply.headers.insert(("Date", Calendar.httpDate(clock() / 1000)), at: 0)
        return reply
    }
}
