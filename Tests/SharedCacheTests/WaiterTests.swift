import Testing

@testable import SharedCache

@Suite(.timeLimit(.minutes(5))) struct WaiterTests {
    private let waiter = Waiter()

    @Test func `the newest message that came before the wait is kept`() async {
        waiter.receive(.outcome([1]))
        waiter.receive(.published)
        #expect(await waiter.wait(for: .seconds(60)) == .published)
    }

    @Test func `a message ends the wait`() async {
        async let message = waiter.wait(for: .seconds(60))
        waiter.receive(.outcome([1]))
        #expect(await message == .outcome([1]))
    }

    @Test func `a wait without a message ends, and the next one gets what comes then`() async {
        #expect(await waiter.wait(for: .milliseconds(1)) == nil)
        waiter.receive(.published)
        #expect(await waiter.wait(for: .seconds(60)) == .published)
    }

    @Test func `a message that arrives as a wait ends is not lost`() async throws {
        for _ in 0..<50 {
            async let first = waiter.wait(for: .milliseconds(1))
            try await Task.sleep(for: .milliseconds(1))
            waiter.receive(.published)
            if await first == nil {
                #expect(await waiter.wait(for: .seconds(60)) == .published)
            }
        }
    }

    @Test func `a cancelled task does not wait`() async {
        let waiting = Task { [waiter] in await waiter.wait(for: .seconds(60)) }
        waiting.cancel()
        #expect(await waiting.value == nil)
    }
}
