import HTTPCore
import HTTPTypes
import Testing

@testable import HTTPCache

@Suite struct TotalsTests {
    private let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    @Test func `totals cover all processes, counts one`() async {
        let first = fixture.store()
        let begun = fixture.clock.now
        first.count { $0.hits += 3 }
        await fixture.keep("a", in: first)
        await first.flush()
        first.count { $0.rateLimitSpared += 2 }
        await first.close()
        fixture.clock.advance(60)
        let second = fixture.store()
        second.count { $0.hits += 1 }
        let statistics = await second.statistics()
        #expect(statistics.counts.hits == 1)
        #expect(statistics.lifetime.hits == 4)
        #expect(statistics.lifetime.rateLimitSpared == 2)
        #expect(statistics.since == begun)
        await second.close()
        let third = fixture.store()
        #expect(await third.statistics().lifetime.hits == 4)
        await third.close()
    }

    @Test func `clearing keeps the totals`() async {
        let store = fixture.store()
        store.count { $0.misses += 1 }
        await fixture.keep("a", in: store)
        _ = await store.clear()
        #expect(await store.statistics().lifetime.misses == 1)
        await store.close()
    }

    @Test func `contents are listed by host, most bytes first, with the oldest and newest times`()
        async
    {
        let store = fixture.store()
        await fixture.keep("abc", for: .get("/a"), in: store)
        let oldest = fixture.clock.now
        fixture.clock.advance(60)
        var avatar = HTTPTransportRequest.get("/u/1")
        avatar.head.authority = "avatars.example:8443"
        await fixture.keep("0123456789", for: avatar, in: store)
        await fixture.keep("de", for: .get("/b"), in: store)
        let statistics = await store.statistics()
        #expect(
            statistics.hosts == [
                .init(host: "avatars.example:8443", entries: 1, bytes: 10),
                .init(host: "api.github.com", entries: 2, bytes: 5),
            ])
        #expect(statistics.entries == 3)
        #expect(statistics.oldest == oldest)
        #expect(statistics.newest == fixture.clock.now)
        await store.close()
    }

    @Test func `an empty store has no oldest and newest time`() async {
        let store = fixture.store()
        let statistics = await store.statistics()
        #expect(statistics.oldest == nil)
        #expect(statistics.newest == nil)
        #expect(statistics.hosts.isEmpty)
        await store.close()
    }

    @Test func `every clear by any process changes the number, also in memory`() async {
        let first = fixture.store()
        let second = fixture.store()
        await fixture.keep("a", for: .get("/a"), in: first)
        await first.flush()
        let before = first.clears
        #expect(second.clears == before)
        _ = await second.clear()
        let after = first.clears
        #expect(after != before)
        _ = await first.clear(tag: "a")
        #expect(second.clears != after)
        await first.close()
        await second.close()
        let memory = ResponseStore(path: ":memory:", logger: fixture.log.logger)
        #expect(memory.clears == 0)
        _ = await memory.clear()
        #expect(memory.clears > 0)
        await memory.close()
    }
}
