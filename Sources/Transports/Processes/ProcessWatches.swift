import Glibc
import Synchronization
import LinuxSystem

/// The processes whose end stops a server.
///
/// Each watch takes a thread, so a process is watched only once, and at most ``maximum`` processes
/// are.
final class ProcessWatches: Sendable {
    static let maximum = 8

    private let watches = Mutex<[pid_t: ProcessWatch]>([:])

    var count: Int { watches.withLock(\.count) }

    /// Calls `isGone` when the process has ended, unless ``maximum`` processes are already watched.
    func add(_ process: pid_t, isGone: @escaping @Sendable () -> Void) throws(Errno) {
        try watches.withLock { watches throws(Errno) in
            guard watches[process] == nil, watches.count < Self.maximum else { return }
            watches[process] = try ProcessWatch(process, isGone: isGone)
        }
    }

    func cancel() {
        for watch in watches.withLock({ $0.values }) {
            watch.cancel()
        }
    }
}
