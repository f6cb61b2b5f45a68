import FoundationEssentials
import HTTPCore
import Synchronization
import Testing

@testable import ExplorerRPC

@Suite struct ResultCacheTests {
    /// A clock that a test sets by hand.
    private final class Clock: Sendable {
        let now = Mutex(Date(timeIntervalSince1970: 1_000))
        func advance(_ seconds: Double) { now.withLock { $0 += seconds } }
    }

    /// What the cache has reported.
    private final class Hits: Sendable {
        let all = Mutex<[StoredResult]>([])
    }

    private let clock = Clock()
    private let hits = Hits()
    private let one = StoredResult(text: [49], expiresAt: .distantFuture)

    private func cache(
        maximumBytes: Int = 1 << 20, clears: @escaping @Sendable () -> UInt64 = { 0 }
    ) -> ResultCache {
        ResultCache(
            maximumBytes: maximumBytes, clock: { [clock] in clock.now.withLock { $0 } },
            clears: clears, onHit: { [hits] hit in hits.all.withLock { $0.append(hit) } })
    }

    private func store(
        _ text: String, as params: String, in cache: ResultCache, for seconds: Double = 60
    ) {
        let expiresAt = clock.now.withLock { $0 } + seconds
        cache.store(
            StoredResult(text: Array(text.utf8), expiresAt: expiresAt), of: UserSummaryMethod.self,
            params: ArraySlice(params.utf8), generation: cache.generation)
    }

    private func answer(_ params: String, in cache: ResultCache) -> String? {
        cache.result(of: UserSummaryMethod.self, params: ArraySlice(params.utf8)).map {
            String(decoding: $0.text, as: UTF8.self)
        }
    }

    @Test func `an equal request is answered and counted`() {
        let cache = cache()
        store("1", as: "{}", in: cache)
        #expect(answer("{}", in: cache) == "1")
        #expect(answer("[]", in: cache) == nil)
        #expect(hits.all.withLock { $0.count } == 1)
    }

    @Test func `a stored text has no spare capacity`() {
        let cache = cache()
        var text = Array(repeating: UInt8(ascii: "1"), count: 4000)
        text.reserveCapacity(16_000)
        cache.store(
            StoredResult(text: text, expiresAt: .distantFuture), of: UserSummaryMethod.self,
            params: [],
            generation: cache.generation)
        #expect(
            cache.result(of: UserSummaryMethod.self, params: []).map { $0.text.capacity < 5000 }
                == true)
    }

    @Test func `an expired result is forgotten`() {
        let cache = cache()
        store("1", as: "{}", in: cache, for: 60)
        clock.advance(60)
        #expect(answer("{}", in: cache) == nil)
    }

    @Test func `setting the clock back makes nothing fresh for longer`() {
        let cache = cache()
        store("1", as: "{}", in: cache, for: 60)
        clock.advance(-3600)
        #expect(answer("{}", in: cache) == nil)
    }

    @Test func `a result that was computed before a clear is not stored`() {
        let cache = cache()
        let generation = cache.generation
        cache.removeAll()
        cache.store(one, of: UserSummaryMethod.self, params: [], generation: generation)
        #expect(cache.result(of: UserSummaryMethod.self, params: []) == nil)
    }

    @Test func `the memory is bounded`() {
        let cache = cache(maximumBytes: 10)
        store("12345", as: "a", in: cache)
        store("12345", as: "b", in: cache)
        #expect(answer("a", in: cache) == nil)
        #expect(answer("b", in: cache) == "12345")
        store("1234567890", as: "c", in: cache)
        #expect(answer("c", in: cache) == nil)
    }

    @Test func `a clear in another process removes everything`() {
        let clears = Mutex<UInt64>(7)
        let cache = cache(clears: { clears.withLock { $0 } })
        store("1", as: "{}", in: cache)
        #expect(answer("{}", in: cache) == "1")
        clears.withLock { $0 += 1 }
        #expect(answer("{}", in: cache) == nil)
    }

    @Test func `a result that was computed before a clear in another process is not stored`() {
        let clears = Mutex<UInt64>(7)
        let cache = cache(clears: { clears.withLock { $0 } })
        let generation = cache.generation
        clears.withLock { $0 += 1 }
        cache.store(one, of: UserSummaryMethod.self, params: [], generation: generation)
        #expect(cache.result(of: UserSummaryMethod.self, params: []) == nil)
    }

    @Test func `each hit is reported once, with the requests that it spares`() {
        let cache = cache()
        cache.store(
            StoredResult(text: [49], expiresAt: .distantFuture, requests: 4, limited: 3),
            of: UserSummaryMethod.self,
            params: [], generation: cache.generation)
        for _ in 0..<2 { _ = cache.result(of: UserSummaryMethod.self, params: []) }
        #expect(hits.all.withLock { $0.map(\.requests) } == [4, 4])
        #expect(hits.all.withLock { $0.map(\.limited) } == [3, 3])
    }
}
