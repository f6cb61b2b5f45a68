import Glibc
import LinuxSystem

/// The person's browser.
enum Browser {
    /// Opens a page with a command of `$BROWSER`, in which `%s` stands for the address, or with
    /// `xdg-open`.
    ///
    /// The browser is given a second to fail, and not waited for after that.
    ///
    /// - Returns: false if none starts, or all fail.
    static func open(_ page: String) -> Bool {
        let chosen = (Process.environment["BROWSER"] ?? "").split(separator: ":")
        return (chosen + ["xdg-open"]).contains { command in
            let words = command.contains("%s") ? command : command + " %s"
            let program = words.split(separator: " ").map { $0.replacing("%s", with: page) }
            guard let browser = Process.start(program.map { String($0) }) else { return false }
            var status: Int32 = 0
            for _ in 0..<100 where waitpid(browser, &status, WNOHANG) == 0 { poll(nil, 0, 10) }
            return status == 0
        }
    }
}

extension Process {
    /// The process of a program, found in `PATH`; nil if it cannot start.
    ///
    /// It has no input and no output, and the terminal's signals do not reach it.
    static func start(_ command: [String]) -> pid_t? {
        try? Program.spawn(command, isOfNewGroup: true) { actions in
            for descriptor in STDIN_FILENO...STDERR_FILENO {
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
            }
        }
    }
}
