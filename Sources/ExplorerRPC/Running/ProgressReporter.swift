import JSONCore
import Synchronization

/// Turns progress updates into `$/progress` notifications: begin, pages done of pages known, end.
///
/// Nothing is sent if GitHub is not asked. The values are those of the Language Server Protocol
/// 3.17, "Work Done Progress".
final class ProgressReporter: Sendable {
    private struct State {
        var percentage = 0
        var hasBegun = false
        var hasEnded = false
    }

    private static let requestsBeforePages = 2

    private let token: JSONValue
    private let title: String
    private let notify: @Sendable (String, JSONValue) -> Void
    private let state = Mutex(State())

    init(
        token: JSONValue, title: String, notify: @escaping @Sendable (String, JSONValue) -> Void
    ) {
        self.token = token
        self.title = title
        self.notify = notify
    }

    func receive(done: Int, total: Int) {
        // Sent under the lock, so that the values leave in the order of the updates.
        state.withLock { state in
            guard !state.hasEnded, total > 0 else { return }
            if !state.hasBegun {
                state.hasBegun = true
                send(["kind": "begin", "title": .string(title), "percentage": 0])
            }
            guard done > 0 else { return }
            var report: JSONObject = [
                "kind": "report",
                "message": .string("\(done) of \(total) requests answered"),
            ]
            // Pages are known after the first one, and in LSP percentages must not decrease.
            if total > Self.requestsBeforePages {
                state.percentage = max(state.percentage, 100 * done / total)
                report["percentage"] = JSONValue(state.percentage)
            }
            send(report)
        }
    }

    func end() {
        state.withLock { state in
            guard state.hasBegun, !state.hasEnded else { return }
            state.hasEnded = true
            send(["kind": "end"])
        }
    }

    private func send(_ value: JSONObject) {
        notify("$/progress", .object(["token": token, "value": .object(value)]))
    }
}
