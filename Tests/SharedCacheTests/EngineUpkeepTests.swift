import RedisClient
import Synchronization
import TestSupport
import Testing

@testable import SharedCache

@Suite(.patience) struct EngineUpkeepTests {
    /// An engine whose list of keys never ends.
    private final class EndlessEngine: EngineClient {
        let configuration: RedisConfiguration
        let currentState = RedisState.unknown
        let pages = Atomic(0)
        /// Called with the number of each page.
        private let onPage: @Sendable (Int) -> Void

        init(onPage: @escaping @Sendable (Int) -> Void = { _ in }) throws {
            configuration = try RedisConfiguration(parsing: "unix:/none")
            self.onPage = onPage
        }

        func send(
            _ commands: [RedisCommand],
            _ completion: @escaping @Sendable (Result<[RESPValue], RedisError>) -> Void
        ) {
            onPage(pages.add(1, ordering: .relaxed).newValue)
            completion(.success([.array([.simpleString("7"), .array([])])]))
        }

        func observe(
            onMessage: @escaping @Sendable (RedisMessage) -> Void,
            onState: @escaping @Sendable (RedisState) -> Void
        ) {}
        func connect() {}
        func schedule(in delay: Duration, _ work: @escaping @Sendable () -> Void) {}
        func refused(_ words: String) {}
        func end(after delay: Duration) {}
        func shutdown() async {}
    }

    @Test func `a list of keys that never ends is given up after half a minute`() async throws {
        let engine = try EndlessEngine()
        let start = ContinuousClock.now
        // Each page takes a second.
        let pace = Pace(
            now: { start + .seconds(engine.pages.load(ordering: .relaxed)) }, sleep: { _ in })
        await #expect(throws: RedisError.unanswered(.endless)) {
            try await EngineUpkeep.removeResponses(engine, pace: pace)
        }
        #expect(engine.pages.load(ordering: .relaxed) == 30)
    }

    @Test func `a list of keys that never ends is given up by a cancelled task`() async throws {
        let engine = try EndlessEngine { page in
            if page == 3 { withUnsafeCurrentTask { $0?.cancel() } }
        }
        let start = ContinuousClock.now
        let clearing = Task {
            try await EngineUpkeep.removeResponses(
                engine, pace: Pace(now: { start }, sleep: { _ in }))
        }
        await #expect(throws: RedisError.shutDown) { try await clearing.value }
        #expect(engine.pages.load(ordering: .relaxed) == 3)
    }
}
