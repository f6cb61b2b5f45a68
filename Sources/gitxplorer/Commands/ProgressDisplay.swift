import ExplorerRPC
import JSONCore
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Draws the progress of one call on standard error, if that is a terminal.
final class ProgressDisplay: Sendable {
    /// Tells this call's progress from that of others on the same connection.
    static let token: JSONValue = "call"

    private struct State {
        var bar = ProgressBar()
        var isDrawn = false
    }

    private let state = Mutex(State())

    /// Nil where nobody would see it, or where log lines would run into it.
    init?(_ options: UpstreamOptions) {
        guard Process.isTerminal(STDERR_FILENO), Process.environment["TERM"] != "dumb",
            !options.logHttp, options.logLevel >= .warning
        else { return nil }
    }

    /// Takes in a notification of the server.
    func receive(_ method: String, _ params: JSONValue) {
        guard method == "$/progress", params["token"] == Self.token, let value = params["value"]
        else { return }
        // Written under the lock, so that the lines come in their order.
        state.withLock { state in
            guard let line = state.bar.line(for: value, columns: Process.terminalColumns) else {
                return
            }
            Process.writeAll(line, to: STDERR_FILENO)
            state.isDrawn = line != ProgressBar.clearing
        }
    }

    /// Takes the bar away where its end was not told.
    func clear() {
        state.withLock { state in
            if state.isDrawn { Process.writeAll(ProgressBar.clearing, to: STDERR_FILENO) }
            state.isDrawn = false
        }
    }
}
