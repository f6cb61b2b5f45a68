import Synchronization
import TestSupport
import Testing

@testable import JSONRPC

@Suite(.patience) struct TimeLimitsTests {
    /// A clock that the test sets.
    private final class Moment: Sendable {
        private let instant = Mutex(ContinuousClock.now)

        var value: ContinuousClock.Instant { instant.withLock(\.self) }

        func advance(_ duration: Duration) {
            instant.withLock { $0 += duration }
        }
    }

    private let limits = TimeLimits()

    /// Waits until the action of a limit has run.
    private func wait(_ time: Duration) async {
        await withCheckedContinuation { waiter in
            _ = limits.add(time) { waiter.resume() }
        }
    }

    @Test func `a limit expires after its time`() async {
        let now = Moment()
        let limits = TimeLimits { now.value }
        await withCheckedContinuation { waiter in
            _ = limits.add(.milliseconds(30)) { waiter.resume() }
            now.advance(.milliseconds(29))
            limits.look()
            #expect(limits.count == 1)
            now.advance(.milliseconds(1))
        }
        #expect(limits.count == 0)
    }

    @Test func `the longest duration is also a limit`() {
        let now = Moment()
        let limits = TimeLimits { now.value }
        let number = limits.add(.seconds(Int64.max)) {}
        now.advance(.seconds(3_600))
        limits.look()
        #expect(limits.count == 1)
        limits.remove(number)
    }

    @Test func `a removed limit does not expire`() {
        let now = Moment()
        let limits = TimeLimits { now.value }
        let ranOut = Mutex(false)
        let number = limits.add(.seconds(30)) { ranOut.withLock { $0 = true } }
        limits.remove(number)
        now.advance(.seconds(30))
        limits.look()
        #expect(!ranOut.withLock { $0 })
    }

    @Test func `a shorter limit does not wait for a longer one`() async {
        let longer = limits.add(.seconds(3_600)) {}
        await wait(.milliseconds(10))
        #expect(limits.count == 1)
        limits.remove(longer)
    }

    @Test func `a longer limit expires after a shorter one`() {
        let now = Moment()
        let limits = TimeLimits { now.value }
        let ends = Mutex<[String]>([])
        _ = limits.add(.seconds(3_600)) { ends.withLock { $0.append("longer") } }
        _ = limits.add(.seconds(60)) { ends.withLock { $0.append("shorter") } }
        now.advance(.seconds(3_599))
        limits.look()
        #expect(ends.withLock(\.self) == ["shorter"])
        now.advance(.seconds(1))
        limits.look()
        #expect(ends.withLock(\.self) == ["shorter", "longer"])
    }

    @Test func `limits are watched again after all have expired`() async {
        for _ in 0..<3 { await wait(.milliseconds(5)) }
        let removed = limits.add(.milliseconds(5)) {}
        limits.remove(removed)
        await wait(.milliseconds(10))
        await wait(.milliseconds(5))
        #expect(limits.count == 0)
    }

    @Test func `many limits at once all expire`() async {
        await withTaskGroup { group in
            for number in 0..<500 {
                group.addTask { await wait(.milliseconds(1 + number % 50)) }
            }
        }
        #expect(limits.count == 0)
    }
}
