package import Glibc

/// Programs that this process starts.
package enum Program {
    /// Starts a program.
    ///
    /// It gets the usual signals, whatever this process ignores or blocks.
    ///
    /// - Parameters:
    ///   - command: the program, looked up in `PATH` if it has no slash, and its arguments.
    ///   - isOfNewGroup: whether signals of this process's terminal do not reach it.
    ///   - redirect: says where its descriptors lead.
    /// - Returns: its process, for which the caller waits.
    package static func spawn(
        _ command: [String], isOfNewGroup: Bool = false,
        redirect: (inout posix_spawn_file_actions_t) -> Void
    ) throws(Errno) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        redirect(&actions)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let group = isOfNewGroup ? POSIX_SPAWN_SETPGROUP : 0
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group))
        var arguments = command.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process = pid_t()
        let code = posix_spawnp(
            &process, command.first ?? "", &actions, &attributes, &arguments, environ)
        guard code == 0 else { throw Errno(code) }
        return process
    }
}
