import FoundationEssentials
import HTTPCache
import HTTPCore
import HTTPTypes
import TestSupport
import Testing

@Suite struct CachingTransportTests {
    private let cache = TestCache()

    /// Sends `request`, and checks the source and the body of the response, and the number of
    /// requests to upstream so far.
    private func check(
        _ request: HTTPTransportRequest, over upstream: ScriptedTransport,
        gives source: Provenance.Source, _ body: String, requests: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let answer = try await cache.transport(upstream).send(request)
        #expect(answer.provenance.source == source, sourceLocation: sourceLocation)
        #expect(answer.text == body, sourceLocation: sourceLocation)
        #expect(upstream.requests.count == requests, sourceLocation: sourceLocation)
    }

    private static let fields: HTTPFields = [
        .cacheControl: "private, max-age=60, s-maxage=60", .eTag: "W/\"1\"", .vary: "Accept",
        .contentType: "application/json",
    ]

    @Test func `a fresh response is served without asking`() async throws {
        let upstream = ScriptedTransport(.response(200, Self.fields, body: "a"))
        try await check(.get(), over: upstream, gives: .network, "a", requests: 1)
        cache.clock.advance(59)
        try await check(.get(), over: upstream, gives: .cache, "a", requests: 1)
    }

    @Test func `an expired response is revalidated by its entity tag`() async throws {
        let upstream = ScriptedTransport(
            .response(200, Self.fields, body: "a"),
            .response(304, [.eTag: "\"1\"", .cacheControl: "max-age=90"]))
        try await check(.get(), over: upstream, gives: .network, "a", requests: 1)
        cache.clock.advance(60)
        try await check(.get(), over: upstream, gives: .revalidated, "a", requests: 2)
        #expect(upstream.requests[1].head.headerFields[.ifNoneMatch] == "W/\"1\"")
        // The lifetime counts from the arrival of the 304.
        cache.clock.advance(89)
        try await check(.get(), over: upstream, gives: .cache, "a", requests: 2)
    }

    @Test func `a revalidated response has status 200, and the fields and time of the 304`()
        async throws
    {
        let upstream = ScriptedTransport(
            .response(200, Self.fields, body: "a"), .response(304, [.server: "x"]))
        let transport = cache.transport(upstream)
        _ = try await transport.send(.get())
        cache.clock.advance(60)
        let answer = try await transport.send(.get())
        #expect(answer.head.status == .ok)
        #expect(answer.head.headerFields[.contentType] == "application/json")
        #expect(answer.head.headerFields[.server] == "x")
        #expect(answer.provenance.fetchedAt == cache.clock.now)
        #expect(answer.provenance.expiresAt == cache.clock.now.addingTimeInterval(60))
    }

    @Test func `a changed response replaces the old one`() async throws {
        let upstream = ScriptedTransport(
            .response(200, Self.fields, body: "a"), .response(200, Self.fields, body: "b"))
        try await check(.get(), over: upstream, gives: .network, "a", requests: 1)
        cache.clock.advance(60)
        try await check(.get(), over: upstream, gives: .network, "b", requests: 2)
        try await check(.get(), over: upstream, gives: .cache, "b", requests: 2)
    }

    @Test func `a 304 about another entity tag is ignored`() async throws {
        let upstream = ScriptedTransport(
            .response(200, Self.fields, body: "a"), .response(304, [.eTag: "\"2\""]),
            .response(200, Self.fields, body: "b"))
        try await check(.get(), over: upstream, gives: .network, "a", requests: 1)
        cache.clock.advance(60)
        try await check(.get(), over: upstream, gives: .network, "b", requests: 3)
        #expect(upstream.requests[2].head.headerFields[.ifNoneMatch] == nil)
    }

    @Test func `a refresh asks even if the response is fresh`() async throws {
        let upstream = ScriptedTransport(
            .response(200, Self.fields, body: "a"), .response(304))
        try await check(.get(), over: upstream, gives: .network, "a", requests: 1)
        let refresh = HTTPTransportRequest.get(policy: CachePolicy(revalidates: true))
        try await check(refresh, over: upstream, gives: .revalidated, "a", requests: 2)
    }

    @Test func `a search is kept for its minimum lifetime and then requested unconditionally`()
        async throws
    {
        let upstream = ScriptedTransport(.response(200, [.cacheControl: "no-cache"], body: "a"))
        let policy = CachePolicy(minimumLifetime: 60, storesWithoutValidator: true)
        let search = HTTPTransportRequest.get("/search/users?q=a", policy: policy)
        try await check(search, over: upstream, gives: .network, "a", requests: 1)
        cache.clock.advance(59)
        try await check(search, over: upstream, gives: .cache, "a", requests: 1)
        cache.clock.advance(1)
        try await check(search, over: upstream, gives: .network, "a", requests: 2)
        #expect(upstream.requests[1].head.headerFields.isEmpty)
    }

    @Test func `a bypassing request neither reads nor stores`() async throws {
        let upstream = ScriptedTransport(.response(200, Self.fields, body: "a"))
        let bypass = HTTPTransportRequest.get(policy: CachePolicy(bypassesStore: true))
        try await check(bypass, over: upstream, gives: .network, "a", requests: 1)
        try await check(.get(), over: upstream, gives: .network, "a", requests: 2)
        try await check(bypass, over: upstream, gives: .network, "a", requests: 3)
    }

    @Test func `requests that differ by Vary have separate responses`() async throws {
        let upstream = ScriptedTransport(
            .response(200, Self.fields, body: "a"), .response(200, Self.fields, body: "b"))
        let first = HTTPTransportRequest.get(fields: [.accept: "x"])
        let second = HTTPTransportRequest.get(fields: [.accept: "y"])
        try await check(first, over: upstream, gives: .network, "a", requests: 1)
        try await check(second, over: upstream, gives: .network, "b", requests: 2)
        #expect(upstream.requests[1].head.headerFields[.ifNoneMatch] == nil)
        try await check(first, over: upstream, gives: .cache, "a", requests: 2)
        try await check(second, over: upstream, gives: .cache, "b", requests: 2)
    }

    @Test func `one identity never gets the response of another`() async throws {
        let upstream = ScriptedTransport(
            .response(200, Self.fields, body: "a"), .response(200, Self.fields, body: "b"),
            .response(200, Self.fields, body: "c"))
        try await check(.get(token: "1"), over: upstream, gives: .network, "a", requests: 1)
        try await check(.get(token: "2"), over: upstream, gives: .network, "b", requests: 2)
        try await check(.get(), over: upstream, gives: .network, "c", requests: 3)
        for request in upstream.requests {
            #expect(request.head.headerFields[.ifNoneMatch] == nil)
        }
        try await check(.get(token: "1"), over: upstream, gives: .cache, "a", requests: 3)
    }

    @Test func `a permanent redirect is stored`() async throws {
        let upstream = ScriptedTransport(
            .response(301, [.location: "/x", .cacheControl: "max-age=60"]))
        _ = try await cache.transport(upstream).send(.get())
        let answer = try await cache.transport(upstream).send(.get())
        #expect(answer.head.status.code == 301)
        #expect(answer.head.headerFields[.location] == "/x")
        #expect(upstream.requests.count == 1)
    }

    @Test(arguments: [401, 403, 404, 422, 429, 500, 503])
    func `an error is passed on and never stored`(status: Int) async throws {
        let upstream = ScriptedTransport(.response(status, Self.fields, body: "no"))
        let transport = cache.transport(upstream)
        let answer = try await transport.send(.get())
        #expect(answer.head.status.code == status)
        #expect(answer.provenance.expiresAt == nil)
        _ = try await transport.send(.get())
        #expect(upstream.requests.count == 2)
    }

    @Test func `a 404 that may be stored is fresh for its time, and stale after it`()
        async throws
    {
        let upstream = ScriptedTransport(
            .response(404, body: "none"), .unreachable, .response(200, Self.fields, body: "a"))
        let transport = cache.transport(upstream)
        let policy = CachePolicy(minimumLifetime: 60, storesNotFound: true)
        let request = HTTPTransportRequest.get(policy: policy)
        #expect(try await transport.send(request).head.status == .notFound)
        cache.clock.advance(59)
        let fresh = try await transport.send(request)
        #expect(fresh.head.status == .notFound)
        #expect(fresh.provenance.source == .cache)
        cache.clock.advance(1)
        let stale = try await transport.send(request)
        #expect(stale.head.status == .notFound)
        #expect(stale.provenance.source == .stale)
        #expect(try await transport.send(request).text == "a")
        #expect(upstream.requests.count == 3)
    }

    @Test func `a 404 removes the stored response`() async throws {
        let upstream = ScriptedTransport(
            .response(200, Self.fields, body: "a"), .response(404), .unreachable)
        let transport = cache.transport(upstream)
        _ = try await transport.send(.get())
        cache.clock.advance(60)
        _ = try await transport.send(.get())
        await #expect(throws: HTTPTransportError.self) { try await transport.send(.get()) }
    }

    @Test func `a 304 that forbids storing returns the response and removes it from the store`()
        async throws
    {
        let upstream = ScriptedTransport(
            .response(200, Self.fields, body: "a"), .response(304, [.cacheControl: "no-store"]),
            .unreachable)
        try await check(.get(), over: upstream, gives: .network, "a", requests: 1)
        cache.clock.advance(60)
        try await check(.get(), over: upstream, gives: .revalidated, "a", requests: 2)
        await #expect(throws: HTTPTransportError.self) {
            try await cache.transport(upstream).send(.get())
        }
    }

    @Test func `a response has the tags of the request that confirmed it`() async throws {
        let transport = cache.transport(
            ScriptedTransport(.response(200, Self.fields, body: "a"), .response(304)))
        _ = try await transport.send(.get())
        cache.clock.advance(60)
        var request = HTTPTransportRequest.get()
        request.facts.tags = { ["Former \(String(decoding: $0, as: UTF8.self))"] }
        _ = try await transport.send(request)
        #expect(await cache.store.clear(tag: "octocat") == 0)
        #expect(await cache.store.clear(tag: "former a") == 1)
    }

    @Test func `a successful write removes the stored response to its URL`() async throws {
        let upstream = ScriptedTransport(.response(200, Self.fields, body: "a"))
        var post = HTTPTransportRequest.get()
        post.head.method = .post
        try await check(.get(), over: upstream, gives: .network, "a", requests: 1)
        _ = try await cache.transport(upstream).send(post)
        try await check(.get(), over: upstream, gives: .network, "a", requests: 3)
    }

    @Test func `setting the clock back a day makes nothing fresh for a day`() async throws {
        let upstream = ScriptedTransport(.response(200, Self.fields, body: "a"), .response(304))
        try await check(.get(), over: upstream, gives: .network, "a", requests: 1)
        cache.clock.advance(-86_400)
        try await check(.get(), over: upstream, gives: .revalidated, "a", requests: 2)
        try await check(.get(), over: upstream, gives: .cache, "a", requests: 2)
        cache.clock.advance(60)
        try await check(.get(), over: upstream, gives: .revalidated, "a", requests: 3)
    }

    @Test func `the counts describe how requests were answered`() async throws {
        let upstream = ScriptedTransport(
            .response(200, Self.fields, body: "a"), .response(304), .unreachable)
        let transport = cache.transport(upstream)
        _ = try await transport.send(.get())
        _ = try await transport.send(.get())
        cache.clock.advance(60)
        _ = try await transport.send(.get())
        cache.clock.advance(60)
        _ = try await transport.send(.get())
        let counts = await cache.store.statistics().counts
        #expect(counts.misses == 1)
        #expect(counts.hits == 1)
        #expect(counts.revalidations == 1)
        #expect(counts.staleServed == 1)
    }

    @Test(arguments: [nil, "t"])
    func `a hit saves a request and limit, a signed-in revalidation saves limit`(
        token: String?
    ) async throws {
        let request = HTTPTransportRequest.get(token: token, facts: RequestFacts(budget: "core"))
        let transport = cache.transport(
            ScriptedTransport(.response(200, Self.fields, body: "a"), .response(304)))
        for _ in 0..<3 { _ = try await transport.send(request) }
        cache.clock.advance(60)
        _ = try await transport.send(request)
        let counts = await cache.store.statistics().counts
        #expect(counts.requestsSpared == 2)
        #expect(counts.rateLimitSpared == (token == nil ? 2 : 3))
    }

    @Test func `requests that upstream does not limit save no limit`() async throws {
        let transport = cache.transport(ScriptedTransport(.response(200, Self.fields, body: "a")))
        for _ in 0..<3 { _ = try await transport.send(.get()) }
        let counts = await cache.store.statistics().counts
        #expect(counts.requestsSpared == 2)
        #expect(counts.rateLimitSpared == 0)
    }
}
