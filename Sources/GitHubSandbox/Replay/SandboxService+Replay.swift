extension SandboxService {
    /// A recorded response with current values: its own validators, today's budget.
    ///
    /// An error keeps its recorded budget, which may be its cause.
    ///
    /// - Parameter status: nil outside of the API, where there is no budget.
    func replayed(
        _ exchange: RecordedExchange, _ request: SandboxRequest, _ status: RateStatus?
    ) -> Reply {
        let base = request.hosts.api
        var reply = Reply(
            status: exchange.status, headers: exchange.headers(at: base),
            body: exchange.body(at: base))
        if let status, exchange.status < 400, reply.headers["x-ratelimit-limit"] != nil {
            reply.headers = reply.headers.replacing(GitHubHeaders.rateLimit(status))
        }
        if exchange.status == 200, let tag = exchange.headers["etag"],
            EntityTag.matches(request.header("if-none-match"), tag)
        {
            reply.status = 304
            reply.body = []
            reply.headers.removeAll { ["content-type", "link"].contains($0.name.lowercased()) }
            reply.headers = reply.headers.replacing([("ETag", String(EntityTag.strong(tag[...])))])
        }
        return reply
    }
}
