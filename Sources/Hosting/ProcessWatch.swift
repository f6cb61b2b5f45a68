import Dispatch
package import Glibc
import Synchronization

/// Reports when other processes have ended.
///
/// The kernel reports it at once through a pidfd, which follows the process and not its number.
/// Without pidfds (Linux before 5.3), the process is checked once per second.
package final class ProcessWatch: Sendable {
    /// Each watch takes a descriptor, and a client may name any number of processes.
    static let maximum = 8

    private let watches = Mutex<[pid_t: @Sendable () -> Void]>([:])

    package init() {}

    deinit {
        cancel()
    }

    var count: Int { watches.withLock(\.count) }

    /// Calls `hasEnded` when the process has ended, at once if it does not exist. Does nothing if the
    /// process is watched already, or if ``maximum`` processes are.
    package func add(_ process: pid_t, hasEnded: @escaping @Sendable () -> Void) {
        watches.withLock { watches in
            guard watches[process] == nil, watches.count < Self.maximum else { return }
            let descriptor = Self.openPidfd(process)
            // Any thread may use a Dispatch source, but its type does not say so.
            nonisolated(unsafe) let source: any DispatchSourceProtocol
            if let descriptor {
                source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
                source.setCancelHandler { close(descriptor) }
            } else {
                let timer = DispatchSource.makeTimerSource()
                timer.schedule(deadline: .now(), repeating: .seconds(1))
                source = timer
            }
            let isParent = getppid() == process
            source.setEventHandler {
                guard descriptor != nil || Self.isGone(process, isParent: isParent) else { return }
                source.cancel()
                hasEnded()
            }
            source.activate()
            watches[process] = { source.cancel() }
        }
    }

    /// Stops watching.
    package func cancel() {
        for cancel in watches.withLock(\.values) { cancel() }
    }

    private static func isGone(_ process: pid_t, isParent: Bool) -> Bool {
        // An ended process whose parent has not waited for it keeps its number.
        if isParent, getppid() != process { return true }
        return kill(process, 0) != 0 && errno != EPERM
    }

    /// `pidfd_open(2)`; nil if it failed.
    ///
    /// Looked up at run time, because glibc has it only from 2.36 on.
    private static func openPidfd(_ process: pid_t) -> CInt? {
        typealias Function = @convention(c) (pid_t, CUnsignedInt) -> CInt
        guard let symbol = dlsym(nil, "pidfd_open") else { return nil }
        let descriptor = unsafeBitCast(symbol, to: Function.self)(process, 0)
        return descriptor >= 0 ? descriptor : nil
    }
}
