import FuzzTargets
import Synchronization
import TestSupport
import Testing

@testable import SharedCache

@Suite(.patience) struct WaiterTests {
    private let waiter = Waiter(Pace())

    @Test func `the newest message before the wait is kept`() async {
        waiter.receive(.outcome([1]))
        waiter.receive(.published)
        #expect(await waiter.wait(for: .patience) == .published)
    }

    @Test func `a message ends the wait`() async {
        async let message = waiter.wait(for: .patience)
        waiter.receive(.outcome([1]))
        #expect(await message == .outcome([1]))
    }

    @Test func `a wait without a message ends, and the next wait gets the next message`() async {
        #expect(await waiter.wait(for: .milliseconds(1)) == nil)
        waiter.receive(.published)
        #expect(await waiter.wait(for: .patience) == .published)
    }

    @Test func `a late signal of an earlier wait does not end a wait`()
        async
    {
        // Each timer signals at once, as a late one of an earlier wait does.
        let waiter = Waiter(Pace(sleep: { _ in }))
        let executor = SteppingExecutor()
        let waiting = Task(executorPreference: executor) { await waiter.wait(for: .patience) }
        executor.runAll()
        waiter.receive(.published)
        executor.runAll()
        #expect(await waiting.value == .published)
    }

    @Test func `the timer ends with the wait`() async {
        let hasEnded = Mutex(false)
        let pace = Pace(sleep: { duration in
            defer { hasEnded.withLock { $0 = true } }
            try await Task.sleep(for: duration)
        })
        let waiter = Waiter(pace)
        waiter.receive(.published)
        #expect(await waiter.wait(for: .patience) == .published)
        #expect(hasEnded.withLock { $0 })
    }

    @Test func `a cancelled task does not wait`() async {
        let waiting = Task { [waiter] in await waiter.wait(for: .patience) }
        waiting.cancel()
        #expect(await waiting.value == nil)
    }
}
