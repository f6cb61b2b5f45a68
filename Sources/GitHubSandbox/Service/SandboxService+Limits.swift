import Synchronization

extension SandboxService {
    /// Answers at the cost of one request, if one is left.
    func limited(
        _ request: SandboxRequest, _ credential: Credential, _ reader: Account?,
        _ resource: Route.Resource, _ recorded: RecordedExchange? = nil,
        answer: ([RateStatus]) -> Answer
    ) -> Reply {
        let (now, client) = (clock() / 1000, reader?.id)
        let (status, isModerate) = admit(request.method, to: resource, client: client, now: now)
        guard let status else { return spent(request, reader, resource) }
        guard isModerate else { return secondaryLimitReply(request) }
        let limits = state.withLock { state in
            [Route.Resource.core, .search, .graphql].map {
                state.limiter.status($0, client: client, now: now)
            }
        }
        var reply =
            recorded.map { replayed($0, request, status) }
            ?? conditional(answer(limits), request, credential, status)
        // A 304 is free only for authenticated clients, unless the sandbox is configured otherwise.
        let isFree = reader != nil || state.withLock { $0.isAnonymousRevalidationFree }
        guard reply.status == 304, isFree else { return reply }
        let returned = state.withLock { $0.limiter.giveBack(resource, client: client, now: now) }
        reply.headers = reply.headers.replacing(GitHubHeaders.rateLimit(returned))
        return reply
    }

    /// Takes one request from the budget: the status is nil if none is left. A request that reaches
    /// a secondary limit is not moderate, and is given back.
    private func admit(
        _ method: String, to resource: Route.Resource, client: Int?, now: Int
    ) -> (status: RateStatus?, isModerate: Bool) {
        state.withLock { state in
            guard resource != .free else {
                return (state.limiter.status(.core, client: client, now: now), true)
            }
            guard let status = state.limiter.take(resource, client: client, now: now) else {
                return (nil, true)
            }
            let points = method == "GET" || method == "HEAD" ? 1 : 5
            let isModerate =
                state.statistics.inFlight <= state.limiter.concurrency
                && state.limiter.take(.points, client: client, cost: points, now: now) != nil
            if !isModerate { _ = state.limiter.giveBack(resource, client: client, now: now) }
            return (status, isModerate)
        }
    }

    private func spent(
        _ request: SandboxRequest, _ reader: Account?, _ resource: Route.Resource
    ) -> Reply {
        let advice =
            "(But here's the good news: Authenticated requests get a higher rate limit. Check out "
            + "the documentation for more details.)"
        let message =
            reader.map { "API rate limit exceeded for user ID \($0.id)." }
            ?? "API rate limit exceeded for 127.0.0.1. \(advice)"
        return uncounted(
            .failure(403, message, documentation: Documentation.limits), request, resource,
            server: "Varnish")
    }
}
