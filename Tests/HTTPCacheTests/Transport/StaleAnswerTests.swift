import HTTPCore
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import HTTPCache

@Suite struct StaleAnswerTests {
    private typealias Answer = Result<HTTPTransportResponse, HTTPTransportError>

    private let cache = TestCache()
    private static let stored = Answer.response(
        200, [.cacheControl: "max-age=60", .eTag: "\"1\""], body: "a")

    /// Stores a response, lets it expire, makes upstream fail with `failure`, and asks again.
    private func check(
        _ failure: Answer, request: HTTPTransportRequest = .get(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let transport = cache.transport(ScriptedTransport(Self.stored, failure))
        let fetched = try await transport.send(request)
        cache.clock.advance(60)
        let answer = try await transport.send(request)
        #expect(answer.provenance.source == .stale, sourceLocation: sourceLocation)
        #expect(answer.text == "a", sourceLocation: sourceLocation)
        #expect(
            answer.provenance.fetchedAt == fetched.provenance.fetchedAt,
            sourceLocation: sourceLocation)
        #expect(
            answer.provenance.expiresAt == fetched.provenance.expiresAt,
            sourceLocation: sourceLocation)
    }

    @Test func `an unreachable upstream gives the stored response as stale`() async throws {
        try await check(.unreachable)
    }

    @Test func `a used-up limit gives the stored response as stale`() async throws {
        try await check(
            .failure(
                .rateLimited(
                    RateLimitNotice(resource: "core", retryAfter: 60, isSecondary: false))))
    }

    @Test func `an invalid body gives the stored response as stale`()
        async throws
    {
        try await check(.failure(.invalidBody(status: 200, reason: "HTML")))
    }

    @Test(arguments: [500, 502, 503])
    func `a server error gives the stored response as stale`(status: Int) async throws {
        try await check(.response(status, body: "<html>"))
    }

    @Test func `a response with must-revalidate is also served as stale`() async throws {
        let transport = cache.transport(
            ScriptedTransport(
                .response(200, [.cacheControl: "max-age=0, must-revalidate", .eTag: "\"1\""]),
                .unreachable))
        _ = try await transport.send(.get())
        #expect(try await transport.send(.get()).provenance.source == .stale)
    }

    @Test func `a failed refresh gives the stored response as stale`() async throws {
        let transport = cache.transport(ScriptedTransport(Self.stored, .unreachable))
        _ = try await transport.send(.get())
        let refresh = HTTPTransportRequest.get(policy: CachePolicy(revalidates: true))
        #expect(try await transport.send(refresh).provenance.source == .stale)
    }

    @Test func `a stale response is requested again the next time`() async throws {
        let upstream = ScriptedTransport(Self.stored, .unreachable, .response(304))
        let transport = cache.transport(upstream)
        _ = try await transport.send(.get())
        cache.clock.advance(60)
        _ = try await transport.send(.get())
        #expect(try await transport.send(.get()).provenance.source == .revalidated)
    }

    @Test func `with an empty store the caller gets the error`() async {
        let transport = cache.transport(ScriptedTransport(.unreachable))
        await #expect(throws: HTTPTransportError.unavailable(UpstreamFailure(cause: .connect))) {
            try await transport.send(.get())
        }
    }

    @Test func `another identity's response is not served as stale`() async throws {
        let transport = cache.transport(ScriptedTransport(Self.stored, .unreachable))
        _ = try await transport.send(.get(token: "1"))
        await #expect(throws: HTTPTransportError.self) {
            try await transport.send(.get(token: "2"))
        }
        await #expect(throws: HTTPTransportError.self) { try await transport.send(.get()) }
    }

    @Test func `a cancelled transfer is cancelled, not stale`() async throws {
        let transport = cache.transport(ScriptedTransport(Self.stored, .failure(.cancelled)))
        _ = try await transport.send(.get())
        cache.clock.advance(60)
        await #expect(throws: HTTPTransportError.cancelled) { try await transport.send(.get()) }
    }

    @Test func `offline the store answers and upstream is never asked`() async throws {
        _ = try await cache.transport(ScriptedTransport(Self.stored)).send(.get())
        let upstream = ScriptedTransport(Self.stored)
        let offline = cache.transport(upstream, isOffline: true)
        #expect(try await offline.send(.get()).provenance.source == .cache)
        let refresh = HTTPTransportRequest.get(policy: CachePolicy(revalidates: true))
        #expect(try await offline.send(refresh).provenance.source == .cache)
        cache.clock.advance(60)
        #expect(try await offline.send(.get()).provenance.source == .stale)
        #expect(await cache.store.statistics().counts.staleServed == 1)
        await #expect(throws: HTTPTransportError.offline) {
            try await offline.send(.get("/other"))
        }
        await #expect(throws: HTTPTransportError.offline) {
            try await offline.send(.get(policy: CachePolicy(bypassesStore: true)))
        }
        #expect(upstream.requests.isEmpty)
    }

    @Test
    func `within the grace period a response is returned at once and renewed in the background`()
        async throws
    {
        let renewed = Gate()
        let upstream = ScriptedTransport { (_, number) throws(HTTPTransportError) in
            if number == 1 { return try Self.stored.get() }
            await renewed.pass()
            return try Answer.response(304, [.cacheControl: "max-age=60"]).get()
        }
        let transport = cache.transport(upstream, staleWhileRevalidate: 30)
        _ = try await transport.send(.get())
        cache.clock.advance(89)
        #expect(try await transport.send(.get()).provenance.source == .stale)
        #expect(try await transport.send(.get()).provenance.source == .stale)
        #expect(await cache.store.statistics().counts.staleServed == 2)
        renewed.open()
        await transport.renewals.waitForAll()
        #expect(try await transport.send(.get()).provenance.source == .cache)
        #expect(upstream.requests.count == 2)
    }

    @Test func `a renewal in the background is not reported to the caller`() async throws {
        let told = Mutex(0)
        let transport = cache.transport(
            ScriptedTransport(Self.stored, .response(304)), staleWhileRevalidate: 30)
        var request = HTTPTransportRequest.get()
        request.willAskUpstream = { told.withLock { $0 += 1 } }
        _ = try await transport.send(request)
        cache.clock.advance(60)
        _ = try await transport.send(request)
        await transport.renewals.waitForAll()
        #expect(told.withLock { $0 } == 1)
        #expect(await cache.store.statistics().counts.revalidations == 1)
    }

    @Test func `after the grace period the caller waits`() async throws {
        let transport = cache.transport(
            ScriptedTransport(Self.stored, .response(304)), staleWhileRevalidate: 30)
        _ = try await transport.send(.get())
        cache.clock.advance(90)
        #expect(try await transport.send(.get()).provenance.source == .revalidated)
    }
}
