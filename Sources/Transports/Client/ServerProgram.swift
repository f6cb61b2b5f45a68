import Glibc
import LinuxSystem
import Synchronization

/// A program that this process has started, with pipes to its stdin and stdout.
final class ServerProgram: Sendable {
    /// This side's ends of the pipes.
    let streams: StandardStreams

    private let process: pid_t
    private let patience: Duration
    private let hasEnded = Mutex(false)

    /// - Parameters:
    ///   - command: the program, looked up in `PATH` if it has no slash, and its arguments.
    ///   - patience: how long the program may take to end after its input has ended: by default more
    ///     than the 5 seconds that our own servers give their requests.
    /// - Throws: ``TransportError/couldNotStart(program:_:)``
    init(_ command: [String], patience: Duration = .seconds(7)) throws(TransportError) {
        self.patience = patience
        do throws(Errno) {
            let input = try OwnedDescriptor.pipe()
            let programInput = OwnedDescriptor(owning: input.reader)
            let writer = OwnedDescriptor(owning: input.writer)
            let output = try OwnedDescriptor.pipe()
            let reader = OwnedDescriptor(owning: output.reader)
            let programOutput = OwnedDescriptor(owning: output.writer)
            process = try Program.spawn(command) { actions in
                // dup2 clears the close-on-exec flag for the program's own descriptors.
                posix_spawn_file_actions_adddup2(&actions, programInput.raw, 0)
                posix_spawn_file_actions_adddup2(&actions, programOutput.raw, 1)
            }
            streams = StandardStreams(input: reader.release(), output: writer.release())
        } catch {
            throw .couldNotStart(program: command.first ?? "", error)
        }
    }

    /// Waits until the program has ended, and kills it if that takes too long. Called once, after
    /// the streams have been closed.
    func end() async {
        let killer = Task {
            guard (try? await Task.sleep(for: patience)) != nil else { return }
            // Under the lock, so that the number still belongs to this process.
            hasEnded.withLock { if !$0 { kill(process, SIGKILL) } }
        }
        try? await DedicatedThread.run { [self] () throws(TransportError) in
            var info = siginfo_t()
            while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
            hasEnded.withLock { hasEnded in
                hasEnded = true
                waitpid(process, nil, 0)
            }
        }
        killer.cancel()
        await killer.value
    }
}
