import Synchronization

/// Time limits, most of which do not run out. One task sleeps for all of them.
///
/// A `Task.sleep` for each limit would keep 600 bytes until its time is up, even if it is cancelled.
/// At thousands of calls per second and a minute each, that would be gigabytes.
package final class TimeLimits: Sendable {
    package static let shared = TimeLimits()

    private struct Limit {
        let end: ContinuousClock.Instant
        let action: @Sendable () -> Void
    }

    private struct State {
        var limits: [Int: Limit] = [:]
        var lastNumber = 0
        /// When the task wakes next; nil if there is no task.
        var nextLook: ContinuousClock.Instant?
    }

    private let state = Mutex(State())

    /// Runs `action` after `time`, unless ``remove(_:)`` comes first. It must not block.
    ///
    /// - Returns: the number of the limit.
    package func add(_ time: Duration, action: @escaping @Sendable () -> Void) -> Int {
        // The clock cannot add the longest durations.
        let end = ContinuousClock.now + min(time, .seconds(1 << 32))
        let (number, isEarliest) = state.withLock { state in
            state.lastNumber += 1
            state.limits[state.lastNumber] = Limit(end: end, action: action)
            let isEarliest = state.nextLook.map { end < $0 } ?? true
            if isEarliest { state.nextLook = end }
            return (state.lastNumber, isEarliest)
        }
        if isEarliest { Task { await watch(from: end) } }
        return number
    }

    package func remove(_ number: Int) {
        state.withLock { $0.limits[number] = nil }
    }

    /// The limits that have neither run out nor been removed.
    var count: Int { state.withLock { $0.limits.count } }

    /// Sleeps until the earliest end, again and again, while there are limits. A task that sleeps
    /// for longer than another one ends when it wakes.
    private func watch(from first: ContinuousClock.Instant) async {
        var look: ContinuousClock.Instant? = first
        while let time = look {
            try? await Task.sleep(until: time, clock: .continuous)
            let due: [Int: Limit]
            (due, look) = state.withLock { state in
                let now = ContinuousClock.now
                let due = state.limits.filter { $0.value.end <= now }
                for number in due.keys { state.limits[number] = nil }
                guard state.nextLook == time else { return (due, nil) }
                state.nextLook = state.limits.values.map(\.end).min()
                return (due, state.nextLook)
            }
            for limit in due.values { limit.action() }
        }
    }
}
