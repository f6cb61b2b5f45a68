import NIOCore
import Synchronization

/// Says when a server has been without connections for a given time.
final class IdleExit: Sendable {
    private let time: TimeAmount
    private let eventLoop: any EventLoop
    private let isIdle: @Sendable () -> Void
    private let alarm = Mutex<Scheduled<Void>?>(nil)

    /// - Parameter isIdle: called on the event loop when the time is up.
    init(after time: Duration, on eventLoop: any EventLoop, isIdle: @escaping @Sendable () -> Void)
    {
        self.time = TimeAmount(time)
        self.eventLoop = eventLoop
        self.isIdle = isIdle
    }

    /// Lets the time run while there are no connections, and starts it over after the last one.
    func connectionCountChanged(to count: Int) {
        alarm.withLock { alarm in
            alarm?.cancel()
            alarm = count == 0 ? eventLoop.scheduleTask(in: time, isIdle) : nil
        }
    }

    func cancel() {
        alarm.withLock { $0?.cancel() }
    }
}
