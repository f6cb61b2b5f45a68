import Glibc
import LinuxSystem

/// The built program, with a socket as its stdin and stdout.
final class ProgramWire: Wire {
    /// The program was killed by a signal, possibly after ``Swift/Duration/patience``.
    struct Killed: Error {
        let signal: CInt
    }

    private let streams: SocketWire
    private let process: pid_t

    /// - Parameter home: a directory for its files.
    init(_ arguments: [String], home: String, _ inbox: Inbox) throws {
        let (ours, its) = try SocketWire.pair()
        defer { Glibc.close(its) }
        streams = try SocketWire(ours, inbox)
        process = try Self.spawn(arguments, ["HOME=\(home)"] + Self.environment(), stdio: its)
    }

    func send(_ bytes: [UInt8]) {
        streams.send(bytes)
    }

    func endInput() {
        streams.endInput()
    }

    func close() async throws {
        try await streams.close()
        let (end, continuation) = AsyncStream.makeStream(of: Never.self)
        try DedicatedThread.start { [process] in
            var info = siginfo_t()
            while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
            continuation.finish()
        }
        // The number belongs to the process until it is reaped, after this task.
        let killer = Task.detached { [process] in
            guard (try? await Task.sleep(for: .patience)) != nil else { return }
            kill(process, SIGKILL)
        }
        await end.finished()
        killer.cancel()
        await killer.value
        var status: CInt = 0
        waitpid(process, &status, 0)
        if status & 0x7F != 0 { throw Killed(signal: status & 0x7F) }
    }

    /// The environment without the developer's own settings.
    private static func environment() -> [String] {
        var variables: [String] = []
        var next = environ
        while let variable = next.pointee {
            variables.append(String(cString: variable))
            next += 1
        }
        let settings = ["GITXPLORER", "GH_", "GITHUB_", "XDG_", "SSL_CERT_", "HOME="]
        return variables.filter { variable in !settings.contains { variable.hasPrefix($0) } }
    }

    /// Starts the program that is next to the tests.
    private static func spawn(
        _ arguments: [String], _ environment: [String], stdio: CInt
    ) throws(Errno) -> pid_t {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &path, path.count)
        guard length > 0 else { throw .current }
        let tests = String(
            decoding: path.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
        let program = "\(Directory.parent(of: tests))/gitxplorer"
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, stdio, 0)
        posix_spawn_file_actions_adddup2(&actions, stdio, 1)
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup($0) } + [nil]
        defer { for text in words + variables { free(text) } }
        var process = pid_t()
        let code = posix_spawn(&process, program, &actions, nil, &words, &variables)
        guard code == 0 else { throw Errno(code) }
        return process
    }
}
