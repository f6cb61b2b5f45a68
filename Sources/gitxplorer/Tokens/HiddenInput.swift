import Glibc

/// Input from the terminal on standard input that is not shown.
///
/// The terminal shows input again at every end of the process but SIGKILL.
enum HiddenInput {
    /// The terminal's own settings, for the handler of signals, which must not take a lock.
    nonisolated(unsafe) private static let settings = UnsafeMutablePointer<termios>.allocate(
        capacity: 1)
    private static let ends = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// One line, asked for with `prompt`; nil at the end of the input.
    static func line(_ prompt: String) -> String? {
        guard tcgetattr(STDIN_FILENO, settings) == 0 else { return nil }
        var hidden = settings.pointee
        hidden.c_lflag &= ~tcflag_t(ECHO | ECHONL)
        for number in ends {
            signal(number) { number in
                HiddenInput.showAgain()
                _ = write(STDERR_FILENO, "\n", 1)
                signal(number, SIG_DFL)
                raise(number)
            }
        }
        // A shell would show the input meanwhile.
        signal(SIGTSTP, SIG_IGN)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer {
            showAgain()
            for number in ends + [SIGTSTP] { signal(number, SIG_DFL) }
        }
        Process.show(prompt, on: STDERR_FILENO)
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        Process.show("\n", on: STDERR_FILENO)
        // The shell would run further lines of a paste as commands.
        var polled = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while poll(&polled, 1, 100) > 0, polled.revents == Int16(POLLIN) {
            tcflush(STDIN_FILENO, TCIFLUSH)
        }
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }

    private static func showAgain() {
        tcsetattr(STDIN_FILENO, TCSAFLUSH, settings)
    }
}
