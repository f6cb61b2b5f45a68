import ExplorerRPC
import JSONCore
import Synchronization

import Glibc
import Logging

/// Draws the progress of one call on standard error, if that is a terminal.
final class ProgressDisplay: Sendable {
    /// Distinguishes the progress of this call from others on the same connection.
    static let token: JSONValue = "call"

    private struct State {
        var bar = ProgressBar()
        var isDrawn = false
    }

    private let state = Mutex(State())

    /// Nil if standard error is not a terminal, or if log lines would be mixed with the bar.
    init?(_ options: UpstreamOptions) {
        guard Process.isTerminal(STDERR_FILENO), Process.environment["TERM"] != "dumb",
            !options.logHttp, options.logLevel >= .warning
        else { return nil }
    }

    /// Handles a notification of the server.
    func receive(_ method: String, _ params: JSONValue) {
        guard method == "$/progress", params["token"] == Self.token, let value = params["value"]
        else { return }
        // Written under the lock, so that the lines keep their order.
        state.withLock { state in
            guard let line = state.bar.line(for: value, columns: Process.terminalColumns) else {
                return
            }
            Process.writeAll(line, to: STDERR_FILENO)
            state.isDrawn = line != ProgressBar.clearing
        }
    }

    /// Erases the bar if its end was not reported.
    func clear() {
        state.withLock { state in
            if state.isDrawn { Process.writeAll(ProgressBar.clearing, to: STDERR_FILENO) }
            state.isDrawn = false
        }
    }
}
