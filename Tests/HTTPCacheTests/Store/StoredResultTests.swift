import FoundationEssentials
import HTTPCore
import HTTPTypes
import SQLite
import Secrets
import Testing

@testable import HTTPCache

/// A stored result is valid while the file has its responses unchanged.
@Suite struct StoredResultTests {
    private let fixture: StoreFixture
    private let octocat = HTTPTransportRequest.get("/users/octocat")
    private let repositories = HTTPTransportRequest.get("/users/octocat/repos")

    init() throws {
        fixture = try StoreFixture()
    }

    /// Stores two responses and a result made of them, for a minute.
    private func keepResult(
        in store: ResponseStore, credential: Secret? = nil, for seconds: Double = 60
    ) async throws {
        var parts: [StoredPart] = []
        for request in [octocat, repositories] {
            await fixture.keep("of \(request.url)", for: request, in: store)
            let key = await store.key(of: request)
            parts.append(try #require(await store.response(for: key, fields: [:])).part)
        }
        await store.keep(
            StoredResult(
                text: Array("12 stars".utf8), expiresAt: fixture.clock.now + seconds, requests: 2,
                limited: 1), for: "stars of octocat", credential: credential, parts: parts)
        await store.flush()
    }

    /// What a new process finds.
    private func found(
        _ question: String = "stars of octocat", credential: Secret? = nil
    ) async -> String? {
        let store = fixture.store()
        let answer = await store.result(for: question, credential: credential)
        await store.close()
        return answer.map { String(decoding: $0.text, as: UTF8.self) }
    }

    @Test func `a later process finds a stored result`() async throws {
        let store = fixture.store()
        try await keepResult(in: store)
        #expect(await found() == "12 stars")
        let answer = try #require(
            await store.result(for: "stars of octocat", credential: nil))
        #expect(answer.requests == 2)
        #expect(answer.limited == 1)
        #expect(answer.expiresAt.timeIntervalSince(fixture.clock.now) <= 60)
    }

    @Test func `another question or identity gets no result`() async throws {
        try await keepResult(in: fixture.store(), credential: Secret("t1"))
        #expect(await found(credential: Secret("t1")) == "12 stars")
        #expect(await found(credential: Secret("t2")) == nil)
        #expect(await found() == nil)
        #expect(await found("stars of ada", credential: Secret("t1")) == nil)
    }

    @Test(arguments: [60.0, -1])
    func `an expired result or one from the future is ignored`(seconds: Double) async throws {
        try await keepResult(in: fixture.store())
        fixture.clock.advance(seconds)
        #expect(await found() == nil)
    }

    @Test func `a result is kept for at most 31 days whatever the file says`() async throws {
        let store = fixture.store()
        try await keepResult(in: store, for: 1e9)
        let answer = try #require(await store.result(for: "stars of octocat", credential: nil))
        #expect(answer.expiresAt == fixture.clock.now + 31 * 86_400)
        fixture.clock.advance(31 * 86_400)
        #expect(await found() == "12 stars")
        fixture.clock.advance(1)
        #expect(await found() == nil)
    }

    @Test func `replacing a response invalidates its results`() async throws {
        let store = fixture.store()
        try await keepResult(in: store)
        fixture.clock.advance(1)
        await fixture.keep("13 stars", for: repositories, in: store)
        await store.flush()
        #expect(await found() == nil)
    }

    @Test func `no result is used while a response is pending`() async throws {
        let store = fixture.store()
        try await keepResult(in: store)
        fixture.clock.advance(1)
        await fixture.keep("13 stars", for: repositories, in: store)
        let answer = await store.result(for: "stars of octocat", credential: nil)
        #expect(answer == nil)
        await store.flush()
    }

    @Test func `removing a response invalidates its results`() async throws {
        let store = fixture.store()
        try await keepResult(in: store)
        await store.remove(await store.key(of: repositories))
        #expect(await found() == nil)
    }

    @Test(arguments: ["octocat", nil])
    func `clearing removes the results in the file`(tag: String?) async throws {
        let store = fixture.store()
        try await keepResult(in: store)
        _ = if let tag { await store.clear(tag: tag) } else { await store.clear() }
        let count = await store.access.read { database in
            try database.integer("SELECT COUNT(*) FROM result")
        }
        #expect(count == 0)
    }

    @Test func `a result of responses that are not in the file is not stored`() async throws {
        let store = fixture.store()
        let absent = StoredPart(
            url: octocat.url, identity: [], receivedAt: fixture.clock.now)
        await store.keep(
            StoredResult(
                text: [49], expiresAt: fixture.clock.now + 60, requests: 1,
                limited: 1), for: "stars of octocat", credential: nil, parts: [absent])
        await store.flush()
        #expect(await found() == nil)
    }

    @Test func `a newer result replaces an older one`() async throws {
        let store = fixture.store()
        try await keepResult(in: store)
        fixture.clock.advance(30)
        try await keepResult(in: store)
        fixture.clock.advance(45)
        #expect(await found() == "12 stars")
    }

    @Test func `results count toward the store's size limit`() async throws {
        let store = fixture.store(maximumBytes: 400_000)
        for number in 0..<80 {
            let request = HTTPTransportRequest.get("/users/user\(number)")
            await fixture.keep("small", for: request, in: store)
            let stored = await store.response(for: await store.key(of: request), fields: [:])
            await store.keep(
                StoredResult(
                    text: .noise(20_000, seed: number), expiresAt: fixture.clock.now + 60,
                    requests: 1,
                    limited: 1), for: "of \(number)", credential: nil,
                parts: [try #require(stored).part])
            await store.flush()
        }
        let statistics = await store.statistics()
        #expect(statistics.bytes <= 400_000)
        // Of 80 results of 20 kB most had to go, and no response because of them.
        #expect(statistics.entries == 80)
    }
}
