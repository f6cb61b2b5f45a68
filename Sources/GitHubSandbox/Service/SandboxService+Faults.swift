import Synchronization

extension SandboxService {
    /// The reply in place of a response; nil for faults that damage a correct one.
    func failingReply(_ fault: Fault.Kind, _ request: SandboxRequest) -> Reply? {
        switch fault {
        case .reset: Reply(status: 0, headers: [], delivery: .reset)
        case .timeout: Reply(status: 0, headers: [], delivery: .never)
        case .http500: unicorn(500, request)
        case .http502: unicorn(502, request)
        case .http503: unicorn(503, request)
        case .secondaryLimit: secondaryLimitReply(request)
        case .truncate, .malformed, .wrongType, .slowDrip: nil
        }
    }

    /// A correct response, damaged.
    func spoiled(_ reply: Reply, _ fault: Fault.Kind) -> Reply {
        var reply = reply
        switch fault {
        case .truncate:
            reply.delivery = .truncated
        case .slowDrip:
            reply.delivery = .dripped
        case .malformed:
            reply.body =
                Array(reply.body.prefix(max(reply.body.count / 2, 1))) + Array("\u{0}<".utf8)
        case .wrongType:
            reply.body = Array((reply.body.first == UInt8(ascii: "[") ? "{}" : "[]").utf8)
        default:
            break
        }
        if fault == .malformed || fault == .wrongType {
            reply.headers.removeAll { $0.name == "ETag" || $0.name == "Last-Modified" }
        }
        return reply
    }

    func secondaryLimitReply(_ request: SandboxRequest) -> Reply {
        var answer = Answer.failure(
            403,
            "You have exceeded a secondary rate limit. Please wait a few minutes before you try "
                + "again.", documentation: Documentation.secondaryLimits)
        answer.headers.append(("Retry-After", "60"))
        return uncounted(answer, request)
    }

    /// A response that costs nothing but states the budget.
    func uncounted(
        _ answer: Answer, _ request: SandboxRequest, _ resource: Route.Resource = .core,
        server: String = "github.com"
    ) -> Reply {
        let now = clock() / 1000
        let credential = credential(request)
        let status = state.withLock {
            $0.limiter.status(resource, client: reader(credential, $0.world)?.id, now: now)
        }
        return decorated(answer, request, credential, status, server: server)
    }

    /// GitHub's page for outages.
    private func unicorn(_ status: Int, _ request: SandboxRequest) -> Reply {
        let page = """
            <!DOCTYPE html>
            <html>
              <head><title>Unicorn! &middot; GitHub</title></head>
              <body><p><strong>No server is available to service your request.</strong></p>
              <p>Sorry about that. Please try refreshing and contact us if the problem persists.</p>
              </body>
            </html>

            """
        var answer = Answer(status: status, body: Array(page.utf8), caching: .unmarked)
        answer.contentType = "text/html; charset=utf-8"
        return uncounted(answer, request)
    }
}
