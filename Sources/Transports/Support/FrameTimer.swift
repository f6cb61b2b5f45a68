/// Measures how long a begun frame has not continued.
struct FrameTimer {
    typealias Instant = ContinuousClock.Instant

    /// Longest silence in the middle of a frame.
    let timeout: Duration

    private var deadline: Instant?

    init(timeout: Duration) {
        self.timeout = timeout
    }

    /// Restarts the time, because bytes have arrived.
    mutating func received() {
        deadline = nil
    }

    /// Runs the time in the middle of a frame and stops it otherwise. A running time continues.
    mutating func observe(isMidFrame: Bool, at now: @autoclosure () -> Instant) {
        if !isMidFrame {
            deadline = nil
        } else if deadline == nil {
            deadline = now().advanced(by: timeout)
        }
    }

    /// The time that is left: zero if it is over, nil if it does not run.
    func remaining(at now: @autoclosure () -> Instant) -> Duration? {
        deadline.map { max(.zero, now().duration(to: $0)) }
    }
}
