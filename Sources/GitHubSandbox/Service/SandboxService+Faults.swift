extension SandboxService {
    /// The reply in place of a response; nil for faults that damage a correct one.
    func failingReply(_ fault: Fault.Kind, _ context: RouteContext) -> Reply? {
        switch fault {
        case .reset: Reply(status: 0, headers: [], delivery: .reset)
        case .timeout: Reply(status: 0, headers: [], delivery: .never)
        case .http500: unicorn(500, context)
        case .http502: unicorn(502, context)
        case .http503: unicorn(503, context)
        case .secondaryLimit: secondaryLimitReply(context)
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

    /// GitHub's page for outages.
    private func unicorn(_ status: Int, _ context: RouteContext) -> Reply {
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
        return uncounted(answer, context)
    }
}
