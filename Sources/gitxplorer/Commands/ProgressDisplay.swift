import Glibc
import JSONCore
import Logging
import Synchronization

/// Draws the progress of one call on standard error, if that is a terminal.
///
/// Drawing never blocks, so that a stopped terminal does not stop the call, too.
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
        state.withLock { state in
            let columns = Process.terminalColumns(STDERR_FILENO)
            guard let line = state.bar.line(for: value, columns: columns) else { return }
            if line == ProgressBar.clearing {
                erase(&state)
            } else if StandardError.draw(line) {
                state.isDrawn = true
            }
        }
    }

    /// Erases the bar if its end was not reported.
    func clear() {
        state.withLock { erase(&$0) }
    }

    private func erase(_ state: inout State) {
        if state.isDrawn { StandardError.write(ProgressBar.clearing) }
        state.isDrawn = false
    }
}
