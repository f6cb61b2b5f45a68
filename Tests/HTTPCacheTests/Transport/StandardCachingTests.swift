import FoundationEssentials
import HTTPCore
import HTTPTypes
import Secrets
import TestSupport
import Testing

@testable import HTTPCache

/// RFC 9111 as it stands, for clients that speak HTTP themselves.
@Suite struct StandardCachingTests {
    private let cache = TestCache()

    private func get(
        _ fields: HTTPFields = [:], _ method: HTTPRequest.Method = .get, token: String? = nil,
        _ change: (inout CachePolicy) -> Void = { _ in }
    ) -> HTTPTransportRequest {
        var request = HTTPTransportRequest.get()
        request.head.method = method
        request.head.headerFields = fields
        request.credential = token.map { Secret($0) }
        request.cachePolicy.standard = StandardCaching(isShared: token == nil)
        change(&request.cachePolicy)
        return request
    }

    /// The status of the response and what the cache did, after `seconds` more.
    private func send(
        _ request: HTTPTransportRequest, to upstream: ScriptedTransport, after seconds: Double = 0
    ) async throws -> String {
        cache.clock.advance(seconds)
        let response = try await cache.transport(upstream).send(request)
        let status = response.cacheStatus?.member(of: "x").dropFirst(3) ?? "none"
        return "\(response.head.status.code) \(status)"
    }

    private func upstream(_ cacheControl: String, _ more: HTTPFields = [:]) -> ScriptedTransport {
        var fields: HTTPFields = [.cacheControl: cacheControl, .eTag: "W/\"1\""]
        for field in more { fields.append(field) }
        return ScriptedTransport { [fields] request, _ in
            let isConfirmed = request.head.headerFields[.ifNoneMatch]?.contains("\"1\"") == true
            var head = HTTPResponse(status: isConfirmed ? .notModified : .ok)
            head.headerFields = fields
            return HTTPTransportResponse(
                head: head, body: isConfirmed ? [] : [97],
                provenance: Provenance(source: .network, fetchedAt: .now))
        }
    }

    @Test func `what the cache does is told`() async throws {
        let github = upstream("max-age=60")
        #expect(try await send(get(), to: github) == "200 fwd=miss; stored")
        #expect(try await send(get(), to: github, after: 10) == "200 hit; ttl=50")
        #expect(
            try await send(get(), to: github, after: 60)
                == "200 fwd=stale; fwd-status=304; stored; ttl=60")
        let refresh = get { $0.revalidates = true }
        #expect(
            try await send(refresh, to: github)
                == "200 fwd=request; fwd-status=304; stored; ttl=60")
        #expect(try await send(get([:], .post), to: github) == "200 fwd=method")
    }

    @Test func `Age is sent`() async throws {
        let transport = cache.transport(upstream("max-age=60", [.age: "5"]))
        _ = try await transport.send(get())
        cache.clock.advance(10)
        let age = try await transport.send(get()).head.headerFields[.age]
        #expect(age == "15")
    }

    @Test(arguments: [
        ("private, max-age=60", false), ("max-age=60, s-maxage=0", false), ("no-store", false),
        ("no-cache, max-age=60", false), ("s-maxage=60", true), ("public, max-age=60", true),
    ])
    func `clients without a credential share what may be shared`(
        value: String, isReused: Bool
    ) async throws {
        let github = upstream(value)
        _ = try await send(get(), to: github)
        let second = try await send(get(), to: github, after: 1)
        #expect(second.contains("hit") == isReused, "\(second)")
    }

    @Test func `a private response is that of its owner`() async throws {
        let github = upstream("private, max-age=60, s-maxage=0")
        _ = try await send(get(token: "a"), to: github)
        #expect(try await send(get(token: "a"), to: github).contains("hit"))
        #expect(try await !send(get(token: "b"), to: github).contains("hit"))
        #expect(try await !send(get(), to: github).contains("hit"))
    }

    @Test func `the directives of a request hold`() async throws {
        let github = upstream("max-age=60")
        _ = try await send(get(), to: github)
        #expect(try await send(get { $0.maximumAge = 20 }, to: github, after: 10).contains("hit"))
        let fresher = get { $0.standard?.minimumFreshness = 50 }
        #expect(try await send(fresher, to: github).contains("hit"))
        #expect(try await send(fresher, to: github, after: 1).contains("fwd"))
        // It was confirmed just now.
        #expect(try await send(get { $0.maximumAge = 5 }, to: github, after: 6).contains("fwd"))
        let older = get { $0.standard?.maximumStaleness = 10 }
        #expect(try await send(older, to: github, after: 65) == "200 hit; ttl=-5")
        #expect(try await send(older, to: github, after: 5).contains("fwd"))
    }

    @Test func `only-if-cached asks nobody`() async throws {
        let github = upstream("max-age=60")
        let cached = get { $0.standard?.onlyIfCached = true }
        await #expect(throws: HTTPTransportError.offline) {
            try await send(cached, to: github)
        }
        _ = try await send(get(), to: github)
        #expect(try await send(cached, to: github).contains("hit"))
        #expect(github.requests.count == 1)
    }

    @Test func `an immutable response is not confirmed by a reload`() async throws {
        let github = upstream("max-age=60, immutable")
        _ = try await send(get(), to: github)
        #expect(try await send(get { $0.maximumAge = 0 }, to: github, after: 9).contains("hit"))
        #expect(try await send(get { $0.revalidates = true }, to: github).contains("fwd=request"))
        #expect(try await send(get { $0.maximumAge = 0 }, to: github, after: 61).contains("fwd"))
    }

    @Test(arguments: [
        ("max-age=1", HTTPTransportError.unavailable(UpstreamFailure(cause: .connect)), true),
        ("max-age=1, must-revalidate", .unavailable(UpstreamFailure(cause: .connect)), false),
        ("max-age=1, proxy-revalidate", .unavailable(UpstreamFailure(cause: .connect)), false),
        ("s-maxage=1", .unavailable(UpstreamFailure(cause: .timeout)), false),
        ("no-cache", .unavailable(UpstreamFailure(cause: .connect)), false),
        ("max-age=1", .invalidBody(status: 200, reason: "x"), true),
        ("max-age=1", .cancelled, false),
    ])
    func `a stale response is used only where it may be`(
        value: String, error: HTTPTransportError, isUsed: Bool
    ) async throws {
        let good = upstream(value)
        let github = ScriptedTransport { request, number throws(HTTPTransportError) in
            if number > 1 { throw error }
            return try await good.send(request)
        }
        _ = try await send(get(), to: github)
        let second = try? await send(get(), to: github, after: 10)
        #expect((second != nil) == isUsed, "\(second ?? "")")
    }

    @Test(arguments: [
        ("max-age=1", 0, 503), ("max-age=1, stale-if-error=60", 0, 200), ("max-age=1", 60, 200),
        ("max-age=1, stale-if-error=5", 0, 503),
        ("max-age=1, stale-if-error=60, must-revalidate", 0, 503),
    ])
    func `a 5xx passes unless RFC 5861 permits the stale response`(
        value: String, requested: Int, status: Int
    ) async throws {
        let good = upstream(value)
        let github = ScriptedTransport { request, number throws(HTTPTransportError) in
            number > 1 ? .reply(503) : try await good.send(request)
        }
        _ = try await send(get(), to: github)
        let second = try await send(
            get { $0.standard?.staleIfError = requested }, to: github, after: 10)
        #expect(second.hasPrefix("\(status)"), "\(second)")
    }

    @Test func `the conditions of a client are answered from what is stored`() async throws {
        let github = upstream("max-age=60", [.lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"])
        _ = try await send(get(), to: github)
        for (fields, status) in [
            ([.ifNoneMatch: "\"1\""], 304), ([.ifNoneMatch: "\"0\", W/\"1\""], 304),
            ([.ifNoneMatch: "*"], 304), ([.ifNoneMatch: "\"2\""], 200),
            ([.ifModifiedSince: "Sun, 06 Nov 1994 08:49:37 GMT"], 304),
            ([.ifModifiedSince: "Sun, 06 Nov 1994 08:49:36 GMT"], 200),
            ([.ifModifiedSince: "nonsense"], 200),
            ([.ifNoneMatch: "\"2\"", .ifModifiedSince: "Sun, 06 Nov 1994 08:49:37 GMT"], 200),
        ] as [(HTTPFields, Int)] {
            let response = try await cache.transport(github).send(get(fields))
            #expect(response.head.status.code == status, "\(fields)")
            #expect(response.body.isEmpty == (status == 304))
        }
        #expect(github.requests.count == 1)
    }

    @Test func `a client's own validator is passed on, with the stored one`() async throws {
        let github = ScriptedTransport(
            .success(.reply(304, fields: ["ETag": "\"9\""])),
            .success(.reply(200, "a", fields: ["ETag": "\"1\"", "Cache-Control": "max-age=1"])),
            .success(.reply(304, fields: ["ETag": "\"9\""])),
            .success(.reply(304, fields: ["ETag": "\"1\""])))
        let own = get([.ifNoneMatch: "\"9\""])
        #expect(try await send(own, to: github).hasPrefix("304"))
        #expect(github.requests[0].head.headerFields[.ifNoneMatch] == "\"9\"")
        #expect(try await send(get(), to: github).hasPrefix("200"))
        #expect(try await send(own, to: github, after: 5).hasPrefix("304"))
        #expect(github.requests[2].head.headerFields[.ifNoneMatch] == "\"1\", \"9\"")
        #expect(try await send(own, to: github).hasPrefix("200"))
        #expect(github.requests.count == 4)
    }

    @Test func `a HEAD is answered by a stored GET`() async throws {
        let github = upstream("max-age=60")
        #expect(try await send(get([:], .head), to: github) == "200 fwd=miss")
        _ = try await send(get(), to: github)
        let response = try await cache.transport(github).send(get([:], .head))
        #expect(response.cacheStatus?.forwarding == nil && response.body.isEmpty)
        #expect(response.head.headerFields[.contentLength] == "1")
    }

    @Test func `a write invalidates the target and the places it names, for all`() async throws {
        let pages = ["/", "/x", "/y"].map { path in
            var request = get(token: "a")
            request.head.path = path
            return request
        }
        let github = ScriptedTransport { request, _ in
            let isWrite = request.head.method == .post
            return .reply(
                200, "a",
                fields: isWrite
                    ? ["Location": "/x", "Content-Location": "https://elsewhere.example/y"]
                    : ["Cache-Control": "max-age=60"])
        }
        for page in pages { _ = try await send(page, to: github) }
        var write = get([:], .post, token: "b")
        write.head.path = "/"
        _ = try await send(write, to: github)
        let after = try await [
            send(pages[0], to: github), send(pages[1], to: github), send(pages[2], to: github),
        ]
        #expect(after.map { $0.contains("hit") } == [false, false, true])
    }

    @Test(arguments: [
        (404, "max-age=60", true), (599, "max-age=60", true), (418, "no-cache", false),
        (206, "max-age=60", false), (200, "max-age=60, must-understand, no-store", true),
        (418, "max-age=60, must-understand", false), (301, "", true),
    ])
    func `any final status may be stored that has a lifetime`(
        status: Int, value: String, isStored: Bool
    ) {
        var policy = CachePolicy()
        policy.standard = StandardCaching(isShared: false)
        let fields: HTTPFields = [.cacheControl: value, .eTag: "\"1\""]
        #expect(
            Storability.isStorable(status: status, fields: fields, policy: policy) == isStored)
    }

    @Test(arguments: [
        ("Sun, 06 Nov 2994 08:49:37 GMT", true), ("Sunday, 06-Nov-94 08:49:37 GMT", true),
        ("Sun Nov  6 08:49:37 1994", true), ("Sun, 06 Nov 94 08:49:37 GMT", false),
        ("Sun 06 Nov 1994 08:49:37 GMT", false), ("Sun,  06 Nov 1994 08:49:37 GMT", false),
        ("Sun, 06-Nov-1994 08:49:37 GMT", false), ("Sun, 06 Nov 1994 8:49:37 GMT", false),
        ("0", false), ("", false), (",", false), ("Sunday, 06 Nov 1994 08:49:37 GMT", false),
    ])
    func `a date has one of three forms`(text: String, isDate: Bool) {
        #expect(DateForm.fits(text) == isDate)
    }
}
