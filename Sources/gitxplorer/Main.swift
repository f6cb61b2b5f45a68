import CGlibc
import Dispatch
import Transports

/// The entry point.
///
/// It is synchronous: a runtime that starts first would open descriptors of its own, which in a
/// process begun without stdin or stdout are the very numbers 0 and 1.
@main
enum Main {
    static func main() {
        cglibc_return_memory()
        do {
            try StandardStreams.fillStandardDescriptors()
        } catch {
            Process.complain("standard input and output cannot be opened: \(error).")
            Process.end(1)
        }
        // Claimed while there is one thread. An error is `serve`'s to tell; others need none.
        _ = Process.inheritedSockets
        Task {
            await GitXplorer.main()
            Process.end(0)
        }
        dispatchMain()
    }
}
