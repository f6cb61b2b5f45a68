import Dispatch
import Synchronization

/// Time limits, most of which do not run out. One timer serves all of them.
///
/// A `Task.sleep` for each limit would keep 600 bytes until its time is up, even if it is cancelled.
/// At thousands of calls per second and a minute each, that would be gigabytes. A task that sleeps for
/// all of them would have no parent: callers come and go.
package final class TimeLimits: Sendable {
    package static let shared = TimeLimits()

    private struct Limit {
        let end: ContinuousClock.Instant
        let action: @Sendable () -> Void
    }

    private struct State {
        var limits: [Int: Limit] = [:]
        var lastNumber = 0
        /// When the timer fires next; nil if it is not set.
        var nextLook: ContinuousClock.Instant?
    }

    private let state = Mutex(State())
    /// Any thread may use a Dispatch source, but its type does not say so.
    nonisolated(unsafe) private let timer = DispatchSource.makeTimerSource()
    private let now: @Sendable () -> ContinuousClock.Instant

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.now = now
        timer.setEventHandler { [weak self] in self?.look() }
        timer.activate()
    }

    deinit {
        timer.cancel()
    }

    /// Runs `action` after `time`, unless ``remove(_:)`` comes first. It must not block. Returns the
    /// number of the limit.
    package func add(_ time: Duration, action: @escaping @Sendable () -> Void) -> Int {
        // Neither the clock nor Dispatch can add the longest durations.
        let end = now() + min(time, .seconds(1 << 31))
        return state.withLock { state in
            state.lastNumber += 1
            state.limits[state.lastNumber] = Limit(end: end, action: action)
            if state.nextLook.map({ end < $0 }) ?? true { setTimer(to: end, &state) }
            return state.lastNumber
        }
    }

    package func remove(_ number: Int) {
        state.withLock { $0.limits[number] = nil }
    }

    /// The limits that have neither run out nor been removed.
    var count: Int { state.withLock { $0.limits.count } }

    /// Runs the actions that are due, and sets the timer to the next end.
    func look() {
        let due = state.withLock { state in
            let present = now()
            let due = state.limits.filter { $0.value.end <= present }
            for number in due.keys { state.limits[number] = nil }
            state.nextLook = nil
            if let next = state.limits.values.map(\.end).min() { setTimer(to: next, &state) }
            return due
        }
        for limit in due.values { limit.action() }
    }

    private func setTimer(to end: ContinuousClock.Instant, _ state: inout State) {
        state.nextLook = end
        let wait = Int(now().duration(to: end) / .nanoseconds(1))
        timer.schedule(deadline: .now() + .nanoseconds(max(0, wait)))
    }
}
