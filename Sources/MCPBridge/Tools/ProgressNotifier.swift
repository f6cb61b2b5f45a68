import JSONCore
import JSONRPC
import Synchronization

/// Tells a client how far a tool call is: requests to GitHub that were answered, of those known
/// so far to be needed.
///
/// - SeeAlso: MCP 2026-07-28, "Progress".
final class ProgressNotifier: Sendable {
    private let token: JSONValue
    private let context: RequestContext
    private let last = Mutex(-1)

    init(token: JSONValue, context: RequestContext) {
        self.token = token
        self.context = context
    }

    func report(done: Int, total: Int) {
        // Sent under the lock: progress has to rise with each notification.
        last.withLock { last in
            guard done > last, done <= total else { return }
            last = done
            context.notify(
                "notifications/progress",
                [
                    "progressToken": token, "progress": JSONValue(done),
                    "total": JSONValue(total),
                    "message": .string("\(done) of \(total) requests to GitHub answered"),
                ])
        }
    }
}
