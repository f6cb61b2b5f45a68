import HTTPCore
import Testing

@testable import HTTPCache

@Suite struct EvictionTests {
    private let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    private static let bound = 1_000_000

    /// Stores `count` responses of 20 kB, a minute apart, and uses the first one all the time.
    private func fill(_ store: ResponseStore, count: Int) async {
        for number in 0..<count {
            await fixture.keep(
                .noise(20_000, seed: number), for: .get("/\(number)"), in: store)
            await store.flush()
            fixture.clock.advance(60)
            _ = await fixture.text(for: .get("/0"), in: store)
        }
        await store.flush()
    }

    private func check(count: Int, keeps kept: [Int], loses lost: [Int]) async {
        let store = fixture.store(maximumBytes: Self.bound)
        await fill(store, count: count)
        for number in kept {
            #expect(await fixture.text(for: .get("/\(number)"), in: store) != nil, "\(number)")
        }
        for number in lost {
            #expect(await fixture.text(for: .get("/\(number)"), in: store) == nil, "\(number)")
        }
        let statistics = await store.statistics()
        #expect(statistics.bytes <= Self.bound)
        #expect(statistics.counts.evictions == count - statistics.entries)
        await store.close()
        #expect(CacheCheck.run(path: fixture.path) == .sound)
    }

    @Test func `within the size limit nothing is evicted`() async {
        await check(count: 40, keeps: Array(0..<40), loses: [])
    }

    @Test func `beyond the size limit the least recently used responses are removed`() async {
        await check(count: 100, keeps: [0, 97, 98, 99], loses: Array(1..<50))
    }

    @Test func `a body larger than a quarter of the limit is not stored`() async {
        let store = fixture.store(maximumBytes: Self.bound)
        await fixture.keep(Array(repeating: 1, count: 250_001), in: store)
        #expect(await fixture.text(in: store) == nil)
        await fixture.keep(Array(repeating: 1, count: 250_000), in: store)
        #expect(await fixture.text(in: store) != nil)
        await store.close()
    }

    @Test func `a store in memory has the same size limit`() async {
        let store = ResponseStore(
            path: ":memory:", maximumBytes: Self.bound, logger: fixture.log.logger,
            clock: fixture.clock.read)
        await fill(store, count: 100)
        let statistics = await store.statistics()
        #expect(statistics.bytes <= Self.bound)
        #expect(statistics.entries > 30)
        #expect(await fixture.text(for: .get("/0"), in: store) != nil)
        await store.close()
    }
}
