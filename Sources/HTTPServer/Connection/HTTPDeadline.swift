import NIOCore

/// The one timer of a connection.
///
/// A later deadline leaves the scheduled task as it is, and the task is scheduled again when it runs, so
/// that a request costs no timer.
final class HTTPDeadline {
    /// What the connection waits for.
    enum Wait {
        case request, head, body, output, end
    }

    /// Called when the time is over.
    var onExpiry: (() -> Void)?
    private let eventLoop: any EventLoop
    private var wait: Wait?
    private var time = NIODeadline.distantFuture
    private var task: Scheduled<Void>?
    private var taskTime = NIODeadline.distantFuture

    init(on eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// - Parameter restarts: whether the time begins anew if it is running for the same.
    func start(_ wait: Wait, _ duration: Duration, restarts: Bool) {
        guard wait != self.wait || restarts else { return }
        self.wait = wait
        time = eventLoop.now + TimeAmount(duration)
        if task == nil || taskTime > time { schedule() }
    }

    func stop() {
        wait = nil
        time = .distantFuture
    }

    func cancel() {
        stop()
        task?.cancel()
        onExpiry = nil
    }

    private func schedule() {
        task?.cancel()
        taskTime = time
        task = eventLoop.assumeIsolated().scheduleTask(deadline: time) { [self] in
            task = nil
            if time <= eventLoop.now {
                stop()
                onExpiry?()
            } else if wait != nil {
                schedule()
            }
        }
    }
}
