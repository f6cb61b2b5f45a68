import CGlibc
import Dispatch
import Glibc
import LinuxSystem
import ServerEnvironment
import Transports

/// The entry point.
///
/// It is synchronous: a runtime that starts first would open its own descriptors, which would get
/// the numbers 0 and 1 in a process without stdin or stdout.
@main
enum Main {
    static func main() {
        keepMemoryPrivate()
        cglibc_return_memory()
        do {
            try StandardStreams.fillStandardDescriptors()
        } catch {
            end("standard input and output cannot be opened: \(error).")
        }
        do { try StartResources.command.check() } catch { end("\(error).") }
        // Claimed while there is one thread. Only `serve` reports an error.
        _ = Process.inheritedSockets
        // What a server gives up holds for this thread and those that it makes later.
        let work = GitXplorer.work()
        // libdispatch blocks all signals while it waits for a thread. This thread never waits for
        // one, so that signals reach it.
        do {
            try DedicatedThread.start {
                Task {
                    await GitXplorer.run(work)
                    Process.end(0)
                }
            }
        } catch {
            end("there is no thread to start with: \(error).")
        }
        dispatchMain()
    }

    /// For debuggers, backtraces of traps, and tests that count descriptors without being root.
    static var isDebuggable: Bool {
        #if DEBUG
            getenv("GITXPLORER_DEBUGGABLE") != nil
        #else
            false
        #endif
    }

    private static func end(_ sentence: String) -> Never {
        Process.complain(sentence)
        Process.end(ExitStatus.shortage.rawValue)
    }

    /// Any command may later hold a token, so this is called first.
    private static func keepMemoryPrivate() {
        if isDebuggable { return }
        guard cglibc_keep_memory_private() else {
            Process.complain("the process's memory cannot be kept private: errno \(errno).")
            Process.end(1)
        }
    }
}
