import HTTPCache
import HTTPCore
import HTTPTypes
import RedisClient
import Testing

@testable import SharedCache

@Suite struct EngineLeaseTests {
    private let engine: FakeClient
    private let responses: EngineResponses

    init() throws {
        engine = try FakeClient { command in
            switch command.arguments.first {
            case Array("EVAL".utf8):
                .array([.simpleString("1700000000000000"), .simpleString("leased")])
            case Array("TIME".utf8): .array([.number(1_700_000_000), .number(0)])
            default: .array([.null, .null, .null])
            }
        }
        responses = EngineResponses(EngineLink(engine), isGuarded: true)
    }

    private static let request = HTTPTransportRequest(
        head: HTTPRequest(method: .get, scheme: "https", authority: "host", path: "/"))

    private func lease() async throws -> any SharedLease {
        guard case .lease(let lease) = await responses.claim(Self.request, accepted: { _ in nil })
        else {
            throw RedisError.closed
        }
        return lease
    }

    /// How often a script was sent.
    private func count(_ script: Script) -> Int {
        engine.sent.count { $0.arguments.dropFirst().first == Array(script.source.utf8) }
    }

    @Test(arguments: [RESPValue.null, .error("ERR no"), .array([.simpleString("x")])])
    func `with unreadable replies the server continues alone`(reply: RESPValue) async throws {
        let responses = EngineResponses(
            EngineLink(try FakeClient { _ in reply }), isGuarded: true)
        guard case .alone = await responses.claim(Self.request, accepted: { _ in nil }) else {
            Issue.record("not alone")
            return
        }
        #expect(responses.counts.alone == 1)
    }

    @Test func `a lease is renewed until it is released`() async throws {
        let lease = try await lease()
        for _ in 0..<3 { engine.runScheduled() }
        #expect(count(.renew) == 3)
        lease.release(nil)
        engine.runScheduled()
        #expect(count(.renew) == 3)
    }

    @Test func `a lease is released once`() async throws {
        try await lease().release(.unshared)
        #expect(count(.release) == 1)
    }

    @Test func `a dropped lease is released`() async throws {
        _ = try await lease()
        #expect(count(.release) == 1)
    }
}
