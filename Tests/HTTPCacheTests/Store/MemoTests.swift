import FoundationEssentials
import HTTPCache
import Testing

@Suite struct MemoTests {
    private let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    private func check(
        after seconds: Double, has value: [UInt8]?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let store = fixture.store()
        await store.setMemo("ceiling", [1], expiresAt: fixture.clock.now.addingTimeInterval(60))
        fixture.clock.advance(seconds)
        #expect(await store.memo("ceiling") == value, sourceLocation: sourceLocation)
        #expect(await store.memo("other") == nil, sourceLocation: sourceLocation)
        await store.close()
    }

    @Test func `a memo is kept until it expires`() async {
        await check(after: 59, has: [1])
    }

    @Test func `an expired memo is ignored`() async {
        await check(after: 60, has: nil)
    }

    @Test func `a memo is kept for at most 31 days whatever its expiry`() async {
        let store = fixture.store()
        await store.setMemo("ceiling", [1], expiresAt: fixture.clock.now + 1e9)
        fixture.clock.advance(31 * 86_400)
        #expect(await store.memo("ceiling") == [1])
        fixture.clock.advance(1)
        #expect(await store.memo("ceiling") == nil)
        await store.close()
    }

    @Test func `a memo from the future is ignored`() async {
        await check(after: -1, has: nil)
    }

    @Test func `the last memo survives a restart`() async {
        let expiry = fixture.clock.now.addingTimeInterval(60)
        let first = fixture.store()
        await first.setMemo("ceiling", [1], expiresAt: expiry)
        await first.setMemo("ceiling", [2], expiresAt: expiry)
        await first.close()
        let second = fixture.store()
        #expect(await second.memo("ceiling") == [2])
        #expect(await second.clear() == 0)
        #expect(await second.memo("ceiling") == nil)
        await second.close()
    }
}
