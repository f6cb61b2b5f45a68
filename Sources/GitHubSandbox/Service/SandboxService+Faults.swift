extension SandboxService {
    /// The reply that replaces a response, or a damaged response.
    func faultyReply(_ fault: Fault.Kind, _ context: RouteContext) -> Reply {
        switch fault {
        case .reset: return Reply(status: 0, headers: [], delivery: .reset)
        case .timeout: return Reply(status: 0, headers: [], delivery: .never)
        case .http500: return unicorn(500, context)
        case .http502: return unicorn(502, context)
        case .http503: return unicorn(503, context)
        case .secondaryLimit: return secondaryLimitReply(context)
        case .truncate, .malformed, .wrongType, .slowDrip: return damaged(fault, context)
        }
    }

    private func damaged(_ fault: Fault.Kind, _ context: RouteContext) -> Reply {
        // A revalidating client must see the fault too; a 304 must not hide it.
        var unconditional = context
        unconditional.request.headers.removeAll {
            ["if-none-match", "if-modified-since"].contains($0.name.lowercased())
        }
        var reply = plainReply(unconditional)
        switch fault {
        case .truncate: reply.delivery = .truncated
        case .slowDrip: reply.delivery = .dripped
        case .malformed:
            reply.body = reply.body.prefix(max(reply.body.count / 2, 1)) + Array("\u{0}<".utf8)
        case .wrongType:
            reply.body = Array((reply.body.first == UInt8(ascii: "[") ? "{}" : "[]").utf8)
        default: break
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
        let answer = Answer(
            status: status, contentType: "text/html; charset=utf-8", body: Array(page.utf8),
            caching: .unmarked)
        return uncounted(answer, context)
    }
}
