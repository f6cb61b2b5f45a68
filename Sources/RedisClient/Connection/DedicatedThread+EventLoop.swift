import Dispatch
import LinuxSystem
import NIOCore
import NIOPosix

extension DedicatedThread {
    /// Starts a thread that is an event loop until the loop is shut down, and returns after `begin`
    /// has run on it.
    ///
    /// - Throws: if there is no thread, or no descriptors, for lack of which SwiftNIO traps.
    static func startEventLoop(
        _ begin: @escaping @Sendable (any EventLoop) -> Void
    ) throws(StartResources.Shortage) {
        try StartResources.furtherEventLoop.check()
        let hasBegun = DispatchSemaphore(value: 0)
        do throws(Errno) {
            try start {
                MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop { eventLoop in
                    begin(eventLoop)
                    hasBegun.signal()
                }
            }
        } catch {
            throw .threads(1)
        }
        hasBegun.wait()
    }
}
