import Synchronization

extension SandboxService {
    /// Answers at the cost of one request, if one is left.
    func limited(
        _ context: RouteContext, _ resource: Route.Resource, respond: (RateStatus) -> Reply
    ) -> Reply {
        let now = clock() / 1000
        let client = context.reader?.id
        let points = ["GET", "HEAD"].contains(context.request.method) ? 1 : 5
        let admission = state.withLock {
            $0.limiter.admit(
                resource, client: client, points: points, inFlight: $0.statistics.inFlight,
                now: now)
        }
        var reply: Reply
        switch admission {
        case .admitted(let status): reply = respond(status)
        case .spent: return spent(context, resource)
        case .tooFast: return secondaryLimitReply(context)
        }
        guard reply.status == 304 else { return reply }
        let status = state.withLock { state -> RateStatus? in
            // It is free only for authenticated clients, unless the sandbox is configured otherwise.
            guard client != nil || state.isAnonymousRevalidationFree else { return nil }
            return state.limiter.giveBack(resource, client: client, now: now)
        }
        if let status { reply.headers = reply.headers.replacing(GitHubHeaders.rateLimit(status)) }
        return reply
    }

    private func spent(_ context: RouteContext, _ resource: Route.Resource) -> Reply {
        let advice =
            "(But here's the good news: Authenticated requests get a higher rate limit. Check out "
            + "the documentation for more details.)"
        let message =
            context.reader.map { "API rate limit exceeded for user ID \($0.id)." }
            ?? "API rate limit exceeded for 127.0.0.1. \(advice)"
        return uncounted(
            .failure(403, message, documentation: Documentation.limits), context, resource,
            server: "Varnish")
    }

    func secondaryLimitReply(_ context: RouteContext) -> Reply {
        var answer = Answer.failure(
            403,
            "You have exceeded a secondary rate limit. Please wait a few minutes before you try "
                + "again.", documentation: Documentation.secondaryLimits)
        answer.headers.append(("Retry-After", "60"))
        return uncounted(answer, context)
    }

    /// A response that costs nothing but states the budget.
    func uncounted(
        _ answer: Answer, _ context: RouteContext, _ resource: Route.Resource = .core,
        server: String = "github.com"
    ) -> Reply {
        let now = clock() / 1000
        let client = context.reader?.id
        let status = state.withLock { $0.limiter.status(resource, client: client, now: now) }
        return decorated(answer, context, status, server: server)
    }
}
