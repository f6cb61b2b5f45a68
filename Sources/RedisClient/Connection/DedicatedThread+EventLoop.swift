import Dispatch
import LinuxSystem
import NIOCore
import NIOPosix
import Synchronization

extension DedicatedThread {
    private final class Started: Sendable {
        let eventLoop = Mutex<(any EventLoop)?>(nil)
        let signal = DispatchSemaphore(value: 0)
    }

    /// Starts a thread that is an event loop until the loop is shut down.
    ///
    /// - Throws: if there is no thread, for lack of which a group of SwiftNIO traps.
    static func startEventLoop() throws(Errno) -> any EventLoop {
        let started = Started()
        try start {
            MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop { eventLoop in
                started.eventLoop.withLock { $0 = eventLoop }
                started.signal.signal()
            }
        }
        while true {
            started.signal.wait()
            if let eventLoop = started.eventLoop.withLock({ $0 }) { return eventLoop }
        }
    }
}
