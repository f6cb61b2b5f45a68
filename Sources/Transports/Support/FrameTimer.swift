/// Measures how long a begun frame has not continued.
///
/// Any byte continues a short frame. A long one takes memory that others may need, so a byte now and
/// then is not enough: it must grow by ``leastGrowth`` in each period.
struct FrameTimer {
    typealias Instant = ContinuousClock.Instant

    /// Longest silence in the middle of a frame; nil for any.
    let timeout: Duration?

    /// In bytes; also the longest frame that any byte continues.
    static let leastGrowth = 64 << 10

    private var deadline: Instant?
    /// The bytes since the time was last started.
    private var growth = 0

    init(timeout: Duration?) {
        self.timeout = timeout
    }

    /// Restarts the time if enough bytes have arrived. `length` is that of the frame so far.
    mutating func received(_ count: Int, of length: Int) {
        growth += count
        if length <= Self.leastGrowth || growth >= Self.leastGrowth { stop() }
    }

    private mutating func stop() {
        deadline = nil
        growth = 0
    }

    /// Runs the time in the middle of a frame and stops it otherwise. A running time continues.
    mutating func observe(isMidFrame: Bool, at now: @autoclosure () -> Instant) {
        if !isMidFrame {
            stop()
        } else if deadline == nil, let timeout {
            deadline = now().advanced(by: timeout)
        }
    }

    /// The time that is left: zero if it is over, nil if it does not run.
    func remaining(at now: @autoclosure () -> Instant) -> Duration? {
        deadline.map { max(.zero, now().duration(to: $0)) }
    }
}
