import FoundationEssentials
import HTTPCore
import HTTPTypes
import TestSupport
import Testing

@testable import HTTPCache

@Suite struct SharingTests {
    private let cache = TestCache()
    private static let fields: HTTPFields = [.eTag: "\"a\"", .cacheControl: "max-age=60"]

    /// Rejects a body that begins with `forged`, whoever sent it.
    private struct CheckedUpstream: CheckingTransport {
        let next: ScriptedTransport

        func send(
            _ request: HTTPTransportRequest
        ) async throws(HTTPTransportError) -> HTTPTransportResponse {
            try await next.send(request)
        }

        func check(
            _ response: HTTPTransportResponse, for request: HTTPTransportRequest
        ) throws(HTTPTransportError) {
            guard !response.text.hasPrefix("forged") else {
                throw .invalidBody(status: Int(response.head.status.code), reason: "forged")
            }
        }
    }

    private func transport(
        _ upstream: ScriptedTransport, _ sharing: FakeSharing
    ) -> CachingTransport {
        CachingTransport(
            wrapping: CheckedUpstream(next: upstream), store: cache.store, shared: sharing,
            clock: cache.clock.read)
    }

    private static func shared(_ body: String, age: Double, isNew: Bool = false) -> SharedResponse {
        SharedResponse(
            content: SharedContent(status: 200, fields: fields, body: Array(body.utf8)), age: age,
            delay: 0, isNew: isNew)
    }

    @Test func `a fresh response of another server is stored`() async throws {
        let upstream = ScriptedTransport(.unreachable)
        let sharing = FakeSharing { accepted in
            let response = Self.shared("theirs", age: 10)
            return accepted(response).map { .found($0) } ?? .alone
        }
        let transport = transport(upstream, sharing)
        for _ in 0..<2 {
            let response = try await transport.send(.get())
            #expect(response.text == "theirs")
            #expect(response.provenance.source == .cache)
        }
        #expect(upstream.requests.isEmpty)
        #expect(sharing.claims == 1)
        cache.clock.advance(51)
        #expect(try await transport.send(.get()).text == "theirs")
        #expect(sharing.claims == 2)
        #expect(upstream.requests.isEmpty)
    }

    @Test func `a response fetched under a lease is published`() async throws {
        let sharing = FakeSharing()
        let upstream = ScriptedTransport(.response(200, Self.fields, body: "ours"))
        let response = try await transport(upstream, sharing).send(.get())
        #expect(response.provenance.source == .network)
        #expect(sharing.ends == [.published(body: "ours", isConfirmation: false)])
    }

    @Test func `a revalidation of a shared response is published without its body`() async throws {
        let known = Self.shared("theirs", age: 90)
        let sharing = FakeSharing(known: known)
        let upstream = ScriptedTransport(.response(304, Self.fields))
        let response = try await transport(upstream, sharing).send(.get())
        #expect(response.text == "theirs")
        #expect(response.provenance.source == .revalidated)
        #expect(upstream.requests.first?.head.headerFields[.ifNoneMatch] == "\"a\"")
        #expect(sharing.ends == [.published(body: "theirs", isConfirmation: true)])
    }

    @Test func `a refusal is shared with waiting servers`() async throws {
        let sharing = FakeSharing()
        _ = try await transport(ScriptedTransport(.response(404, body: "no")), sharing).send(.get())
        let content = SharedContent(status: 404, fields: [:], body: Array("no".utf8))
        #expect(sharing.ends == [.released(.response(content))])
    }

    @Test func `a failure is shared with waiting servers`() async {
        let sharing = FakeSharing()
        let transport = transport(ScriptedTransport(.unreachable), sharing)
        await #expect(throws: HTTPTransportError.self) { try await transport.send(.get()) }
        let failure = HTTPTransportError.unavailable(UpstreamFailure(cause: .connect))
        #expect(sharing.ends == [.released(.failure(failure))])
    }

    @Test func `another server's refusal or failure ends the request`() async throws {
        let upstream = ScriptedTransport(.response(200))
        let content = SharedContent(status: 404, fields: [:], body: [])
        let refused = transport(upstream, FakeSharing { _ in .settled(.response(content)) })
        #expect(try await refused.send(.get()).head.status == 404)
        let failing = transport(upstream, FakeSharing { _ in .settled(.failure(.offline)) })
        await #expect(throws: HTTPTransportError.offline) { try await failing.send(.get()) }
        #expect(upstream.requests.isEmpty)
    }

    @Test func `without a shared outcome the request is sent`() async throws {
        let upstream = ScriptedTransport(.response(200, body: "ours"))
        let transport = transport(upstream, FakeSharing { _ in .settled(.unshared) })
        #expect(try await transport.send(.get()).text == "ours")
    }

    @Test func `a refresh accepts only a response that arrived while it waited`() async throws {
        let upstream = ScriptedTransport(.response(200, Self.fields, body: "ours"))
        let sharing = FakeSharing { accepted in
            #expect(accepted(Self.shared("theirs", age: 0)) == nil)
            let response = Self.shared("new", age: 0, isNew: true)
            return accepted(response).map { .found($0) } ?? .alone
        }
        let refresh = HTTPTransportRequest.get(policy: CachePolicy(revalidates: true))
        #expect(try await transport(upstream, sharing).send(refresh).text == "new")
        #expect(upstream.requests.isEmpty)
    }

    @Test func `a response that no cache may store is not adopted`() async throws {
        let sharing = FakeSharing { accepted in
            var response = Self.shared("theirs", age: 0)
            response.content.fields = [.cacheControl: "no-store"]
            return accepted(response).map { .found($0) } ?? .alone
        }
        let upstream = ScriptedTransport(.response(200, body: "ours"))
        #expect(try await transport(upstream, sharing).send(.get()).text == "ours")
    }

    @Test func `a forged response of another server is not used`() async throws {
        let sharing = FakeSharing { accepted in
            accepted(Self.shared("forged", age: 0)).map { .found($0) }
        }
        let upstream = ScriptedTransport(.response(200, Self.fields, body: "ours"), .unreachable)
        let transport = transport(upstream, sharing)
        #expect(try await transport.send(.get()).text == "ours")
        #expect(sharing.ends == [.published(body: "ours", isConfirmation: false)])
        #expect(try await transport.send(.get()).text == "ours")
        cache.clock.advance(60)
        #expect(try await transport.send(.get()).text == "ours")
    }

    @Test func `upstream is not asked to revalidate a forged response`() async throws {
        let known = Self.shared("forged", age: 90)
        let sharing = FakeSharing(known: known)
        let upstream = ScriptedTransport(.response(200, Self.fields, body: "ours"))
        #expect(try await transport(upstream, sharing).send(.get()).text == "ours")
        #expect(upstream.requests.map { $0.head.headerFields[.ifNoneMatch] } == [nil])
    }

    @Test(arguments: [301, 403, 404])
    func `a forged refusal ends no request`(status: Int) async throws {
        let content = SharedContent(status: status, fields: [:], body: Array("forged".utf8))
        let sharing = FakeSharing { _ in .settled(.response(content)) }
        let upstream = ScriptedTransport(.response(200, Self.fields, body: "ours"))
        #expect(try await transport(upstream, sharing).send(.get()).text == "ours")
    }

    @Test func `a shared response is fresh for at most 31 days`() async throws {
        let month = 31 * 86_400.0
        let sharing = FakeSharing { accepted in
            var response = Self.shared("theirs", age: month)
            response.content.fields[.cacheControl] = "max-age=2147483647"
            #expect(accepted(response) == nil)
            response.age = month - 60
            return accepted(response).map { .found($0) } ?? .alone
        }
        let upstream = ScriptedTransport(.response(200, Self.fields, body: "ours"))
        let transport = transport(upstream, sharing)
        let response = try await transport.send(.get())
        #expect(response.text == "theirs")
        #expect(response.provenance.expiresAt == cache.clock.now + 60)
        #expect(upstream.requests.isEmpty)
    }
}
