import HTTPCore
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import GitHubUpstream

@Suite struct OutageTransportTests {
    private let now = Moment()

    /// A clock that the test sets.
    private final class Moment: Sendable {
        private let instant = Mutex(ContinuousClock.now)

        var value: ContinuousClock.Instant { instant.withLock { $0 } }

        func advance(_ duration: Duration) {
            instant.withLock { $0 += duration }
        }
    }

    private static let lost = HTTPTransportError.unavailable(
        UpstreamFailure(cause: .timeout, attempts: 3, isUnconnected: true))

    private static func request(refresh: Bool = false) -> HTTPTransportRequest {
        HTTPTransportRequest(
            head: HTTPRequest(method: .get, scheme: "https", authority: "x", path: "/"),
            cachePolicy: CachePolicy(revalidates: refresh))
    }

    /// An upstream that fails after half a minute.
    private var deadNetwork: ScriptedTransport {
        ScriptedTransport { [now] _ throws(HTTPTransportError) in
            now.advance(.seconds(30))
            throw Self.lost
        }
    }

    private func transport(
        _ next: ScriptedTransport, once: ScriptedTransport,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in }
    ) -> OutageTransport {
        let both = ScriptedTransport { request throws(HTTPTransportError) in
            try await (request.mayBeRepeated ? next : once).send(request)
        }
        return OutageTransport(next: both, clock: { [now] in now.value }, sleep: sleep)
    }

    @Test func `after one lost request a hundred others are not sent`() async {
        let (next, once) = (deadNetwork, deadNetwork)
        let transport = transport(next, once: once)
        for _ in 0..<100 {
            await #expect(throws: Self.lost) { try await transport.send(Self.request()) }
        }
        #expect(next.urls.count == 1)
        #expect(once.urls.isEmpty)
    }

    @Test func `a request that reaches upstream again is answered, and so are later ones`()
        async throws
    {
        let next = deadNetwork
        let once = ScriptedTransport(inOrder: [.reply(200, "back")])
        let transport = transport(next, once: once) { _ in try await Task.sleep(for: .patience) }
        await #expect(throws: Self.lost) { try await transport.send(Self.request()) }
        now.advance(Outages.interval)
        #expect(try await transport.send(Self.request()).body == Array("back".utf8))
        await #expect(throws: Self.lost) { try await transport.send(Self.request()) }
        // No outage was known any more, so retries were allowed again.
        #expect(next.urls.count == 2)
        await transport.close()
    }

    @Test func `a caller does not wait for a probe that does not end`() async {
        let reached = Gathering(2)
        let once = ScriptedTransport { _ throws(HTTPTransportError) in
            await reached.arrive()
            throw Self.lost
        }
        let transport = transport(deadNetwork, once: once)
        await #expect(throws: Self.lost) { try await transport.send(Self.request()) }
        now.advance(Outages.interval)
        await #expect(throws: Self.lost) { try await transport.send(Self.request()) }
        await reached.arrive()
        await transport.close()
        #expect(once.urls.count == 1)
    }

    @Test func `the timer of a probe ends before its caller is answered`() async throws {
        let hasEnded = Mutex(false)
        let once = ScriptedTransport(inOrder: [.reply(200, "back")])
        let transport = transport(deadNetwork, once: once) { _ in
            defer { hasEnded.withLock { $0 = true } }
            try await Task.sleep(for: .patience)
        }
        await #expect(throws: Self.lost) { try await transport.send(Self.request()) }
        now.advance(Outages.interval)
        _ = try await transport.send(Self.request())
        #expect(hasEnded.withLock { $0 })
        await transport.close()
    }

    @Test func `a refresh is always sent`() async throws {
        let once = ScriptedTransport(inOrder: [.reply(200, "back")])
        let transport = transport(deadNetwork, once: once)
        await #expect(throws: Self.lost) { try await transport.send(Self.request()) }
        #expect(try await transport.send(Self.request(refresh: true)).head.status == .ok)
    }
}
