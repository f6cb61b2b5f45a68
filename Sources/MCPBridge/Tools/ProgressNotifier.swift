import JSONCore
import JSONRPC
import Synchronization

/// Reports the progress of a tool call: the answered requests to GitHub, and those known to be
/// needed so far.
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
        // Sent under the lock, because progress must increase with each notification.
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
