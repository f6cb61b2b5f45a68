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

    @Test func `the late end of a wait neither replaces a message nor ends the next wait`() async {
        let (ends, late) = AsyncStream.makeStream(of: Void.self)
        let waiter = Waiter { duration in
            guard duration == .seconds(1) else { return try await Task.sleep(for: duration) }
            // Too late to be cancelled.
            await Task.detached { for await _ in ends { break } }.value
        }
        waiter.receive(.outcome([1]))
        #expect(await waiter.wait(for: .seconds(1)) == .outcome([1]))
        waiter.receive(.published)
        late.yield()
        #expect(await waiter.wait(for: .seconds(60)) == .published)
        async let next = waiter.wait(for: .seconds(60))
        waiter.receive(.outcome([2]))
        #expect(await next == .outcome([2]))
    }

    @Test func `a cancelled task does not wait`() async {
        let waiting = Task { [waiter] in await waiter.wait(for: .seconds(60)) }
        waiting.cancel()
        #expect(await waiting.value == nil)
    }
}
