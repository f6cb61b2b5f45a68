/// When a frame that was begun has been left alone for too long.
struct FrameTimer {
    typealias Instant = ContinuousClock.Instant

    /// Longest silence in the middle of a frame.
    let timeout: Duration

    private var deadline: Instant?

    init(timeout: Duration) {
        self.timeout = timeout
    }

    /// Starts the time over, since bytes have come.
    mutating func received() {
        deadline = nil
    }

    /// Lets the time run from now on in the middle of a frame, and not otherwise. A time that runs
    /// already goes on.
    mutating func observe(isMidFrame: Bool, at now: @autoclosure () -> Instant) {
        if !isMidFrame {
            deadline = nil
        } else if deadline == nil {
            deadline = now().advanced(by: timeout)
        }
    }

    /// How long to wait yet: zero if the time is up, nil if it does not run.
    func remaining(at now: @autoclosure () -> Instant) -> Duration? {
        deadline.map { max(.zero, now().duration(to: $0)) }
    }
}
