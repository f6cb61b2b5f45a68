import NIOCore
import Synchronization

/// Reports when a server has had no connections for a given time.
final class IdleExit: Sendable {
    private let time: TimeAmount
    private let eventLoop: any EventLoop
    private let isIdle: @Sendable () -> Void
    private let alarm = Mutex<(scheduled: Scheduled<Void>?, isOff: Bool)>((nil, false))

    /// - Parameter isIdle: called on the event loop when the time is over.
    init(after time: Duration, on eventLoop: any EventLoop, isIdle: @escaping @Sendable () -> Void)
    {
        self.time = TimeAmount(time)
        self.eventLoop = eventLoop
        self.isIdle = isIdle
    }

    /// Runs the time while there are no connections; each new connection resets it.
    func connectionCountChanged(to count: Int) {
        alarm.withLock { alarm in
            alarm.scheduled?.cancel()
            let isRunning = count == 0 && !alarm.isOff
            alarm.scheduled = isRunning ? eventLoop.scheduleTask(in: time, isIdle) : nil
        }
    }

    /// Stops the time, because the event loop is about to end.
    func cancel() {
        alarm.withLock { alarm in
            alarm.scheduled?.cancel()
            alarm = (nil, true)
        }
    }
}
