import RedisClient
import Synchronization
import TestSupport
import Testing

@testable import SharedCache

@Suite(.patience) struct EngineUpkeepTests {
    /// An engine whose list of keys never ends.
    private func endless(
        onPage: @escaping @Sendable (RedisCommand) -> Void = { _ in }
    ) throws -> FakeClient {
        try FakeClient { command in
            onPage(command)
            return .array([.simpleString("7"), .array([])])
        }
    }

    @Test func `an endless list of keys fails after half a minute`() async throws {
        let engine = try endless()
        let start = ContinuousClock.now
        // Each page takes a second.
        let pace = Pace(now: { start + .seconds(engine.sent.count) }, sleep: { _ in })
        await #expect(throws: RedisError.endless) {
            try await EngineUpkeep(engine, pace: pace).removeResponses()
        }
        #expect(engine.sent.count == 30)
    }

    @Test func `a cancelled task stops reading an endless list of keys`() async throws {
        let pages = Mutex(0)
        let engine = try endless { _ in
            let page = pages.withLock { pages in
                pages += 1
                return pages
            }
            if page == 3 { withUnsafeCurrentTask { $0?.cancel() } }
        }
        let start = ContinuousClock.now
        let clearing = Task {
            try await EngineUpkeep(engine, pace: Pace(now: { start }, sleep: { _ in }))
                .removeResponses()
        }
        await #expect(throws: RedisError.shutDown) { try await clearing.value }
        #expect(engine.sent.count == 3)
    }
}
