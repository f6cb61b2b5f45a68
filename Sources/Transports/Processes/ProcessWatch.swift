import Glibc
import Synchronization
import LinuxSystem

/// Reports when another process has ended.
///
/// The kernel reports it at once through a pidfd, which follows the process and not its number.
/// Without pidfds (Linux before 5.3), the process is checked once per second.
final class ProcessWatch: Sendable {
    private let wakePipe: WakePipe
    private let isCancelled = Atomic(false)

    /// Starts to watch, on a dedicated thread.
    ///
    /// - Parameter isGone: called once, from that thread; at once if there is no such process.
    init(_ process: pid_t, isGone: @escaping @Sendable () -> Void) throws(Errno) {
        wakePipe = try WakePipe()
        let descriptor = Self.openPidfd(process)
        let mustPoll = descriptor == nil && errno != ESRCH
        try DedicatedThread.start { [self] in
            let hasEnded =
                descriptor.map(waitForEnd(pidfd:)) ?? (mustPoll ? waitForEnd(process) : true)
            if let descriptor { close(descriptor) }
            if hasEnded { isGone() }
        }
    }

    /// Stops watching. `isGone` is not called any more, unless the call has already begun.
    func cancel() {
        isCancelled.store(true, ordering: .releasing)
        wakePipe.wake()
    }

    /// Whether the watch is not cancelled; asked before each sleep.
    private func goesOn() -> Bool {
        // Without a look, the pipe takes each sleep for one that must not begin.
        _ = wakePipe.willLook()
        return !isCancelled.load(ordering: .acquiring)
    }

    /// Sleeps until the process has ended (true) or the watch is cancelled (false).
    private func waitForEnd(pidfd: CInt) -> Bool {
        while goesOn() {
            if sleep(watching: pidfd, milliseconds: -1) { return true }
        }
        return false
    }

    private func waitForEnd(_ process: pid_t) -> Bool {
        let isParent = getppid() == process
        while goesOn() {
            // An ended process whose parent has not waited for it keeps its number.
            let isThere = kill(process, 0) == 0 || errno == EPERM
            if !isThere || isParent && getppid() != process { return true }
            _ = sleep(watching: -1, milliseconds: 1000)
        }
        return false
    }

    private func sleep(watching descriptor: CInt, milliseconds: CInt) -> Bool {
        var descriptors = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakePipe.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let timeout = wakePipe.willSleep() ? milliseconds : 0
        let count = poll(&descriptors, nfds_t(descriptors.count), timeout)
        wakePipe.didSleep(isReadable: count > 0 && descriptors[1].revents != 0)
        return count > 0 && descriptors[0].revents != 0
    }

    /// `pidfd_open(2)`; nil with `errno` set if it failed.
    ///
    /// Looked up at run time, because glibc has it only from 2.36 on.
    private static func openPidfd(_ process: pid_t) -> CInt? {
        typealias Function = @convention(c) (pid_t, CUnsignedInt) -> CInt
        guard let symbol = dlsym(nil, "pidfd_open") else {
            errno = ENOSYS
            return nil
        }
        let descriptor = unsafeBitCast(symbol, to: Function.self)(process, 0)
        return descriptor >= 0 ? descriptor : nil
    }
}
