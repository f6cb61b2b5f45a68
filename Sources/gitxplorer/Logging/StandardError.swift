import Glibc
import Hosting

/// Standard error. Writing never blocks; unread lines beyond 64 KiB are dropped.
enum StandardError {
    private static let output = LineOutput(STDERR_FILENO)

    /// - Parameters:
    ///   - line: with its line feed.
    ///   - note: makes the line that reports how many were dropped, also with its line feed.
    static func write(
        _ line: String,
        note: @escaping @Sendable (_ dropped: Int) -> String = {
            "gitxplorer: \($0) lines were dropped, because standard error was not read.\n"
        }
    ) {
        output.write(Array(line.utf8)) { Array(note($0).utf8) }
    }

    /// Draws something, or returns false if many bytes wait to be written.
    static func draw(_ text: String) -> Bool {
        output.offer(Array(text.utf8))
    }

    /// Waits until everything is written, at most for a second.
    static func finish() {
        output.finish(within: .seconds(1))
    }
}
