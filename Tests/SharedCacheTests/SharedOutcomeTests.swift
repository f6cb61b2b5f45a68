import FoundationEssentials
import HTTPCache
import HTTPCore
import HTTPTypes
import Secrets
import Testing

@testable import SharedCache

@Suite struct SharedOutcomeTests {
    private static let outcomes: [SharedOutcome] = [
        .unshared,
        .response(SharedContent(status: 404, fields: [.server: "x"], body: [1, 2])),
        .failure(
            .rateLimited(
                RateLimitNotice(
                    resource: "core", limit: 60, remaining: 0, retryAfter: 30,
                    isSecondary: false))),
        .failure(
            .unavailable(UpstreamFailure(cause: .http, status: 503, attempts: 3, retryAfter: 9))),
        .failure(.invalidBody(status: 200, reason: "expected a JSON array")),
    ]

    private static let keys = IdentityKeys(credential: Secret("ghp_0123456789abcdefghij"))
    private static let seal = Seal(keys, question: "q")
    private static let open = Seal(IdentityKeys(credential: nil), question: "q")

    /// As sent at second 100 by the holder of lease `l`.
    private func sealed(_ outcome: SharedOutcome, _ seal: Seal = Self.seal) throws -> [UInt8] {
        try #require(outcome.sealed(at: .at(100), lease: "l", seal))
    }

    /// As believed `seconds` after the wait for `lease` began at second `begin`.
    private func opened(
        _ bytes: [UInt8], lease: String = "l", since begin: Int64 = 100, after seconds: Double = 0,
        _ seal: Seal = Self.seal
    ) -> SharedOutcome? {
        SharedOutcome(
            bytes, lease: lease, since: SealedTime.at(begin).engine,
            at: Date(timeIntervalSince1970: Double(begin) + seconds), seal)
    }

    @Test(arguments: outcomes)
    func `an outcome opens unchanged for its question and lease only`(
        outcome: SharedOutcome
    ) throws {
        let bytes = try sealed(outcome)
        #expect(opened(bytes) == outcome)
        #expect(opened(bytes, Seal(Self.keys, question: "p")) == nil)
        #expect(opened(bytes, lease: "another lease") == nil)
    }

    @Test(arguments: outcomes)
    func `an outcome from before the wait is not believed`(outcome: SharedOutcome) throws {
        let bytes = try sealed(outcome)
        #expect(opened(bytes, since: 101) == nil)
        // An engine that lies about the time does not help.
        #expect(opened(bytes, after: SealedTime.tolerance + 1) == nil)
    }

    @Test(arguments: outcomes)
    func `without a seal an outcome only ends the wait`(outcome: SharedOutcome) throws {
        #expect(try sealed(outcome, Self.open) == sealed(.unshared, Self.open))
        var forged = ByteWriter()
        forged.write(.at(100))
        forged.write("l")
        // A 404 without fields and body.
        let refusal: [UInt8] = [1, 1, 148, 0, 0, 0, 0, 0, 0]
        #expect(opened(forged.bytes + refusal, Self.open) == .unshared)
    }

    @Test func `one server's lack of memory is not the outcome of others`() throws {
        #expect(try opened(sealed(.failure(.noMemory(status: 200)))) == .unshared)
    }

    @Test(arguments: [
        HTTPTransportError.invalidBody(status: 99, reason: "r"),
        .invalidBody(status: 1 << 40, reason: "r"),
        .unavailable(UpstreamFailure(cause: .http, status: 0)),
        .unavailable(UpstreamFailure(cause: .http, status: 600)),
        .unavailable(UpstreamFailure(cause: .http, attempts: 0)),
        .unavailable(UpstreamFailure(cause: .http, attempts: 1 << 40)),
    ])
    func `an impossible outcome is not believed`(error: HTTPTransportError) throws {
        #expect(try opened(sealed(.failure(error))) == nil)
    }

    @Test func `the waits of an outcome are limited`() throws {
        let failure = UpstreamFailure(cause: .http, status: 503, retryAfter: 1 << 40)
        guard
            case .failure(.unavailable(let read)) = try opened(
                sealed(.failure(.unavailable(failure))))
        else {
            Issue.record("no failure")
            return
        }
        #expect(read.retryAfter == RateLimitNotice.longestWait)
    }

    @Test func `a cancelled request has no outcome for others`() {
        let outcome = SharedOutcome.failure(.cancelled)
        #expect(outcome.sealed(at: .at(100), lease: "l", Self.seal) == nil)
    }

    @Test func `random bytes do not open`() {
        var random = SeededRandom(seed: 1)
        for length in 0..<300 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(opened(bytes) == nil)
            #expect(opened(bytes, Self.open) == nil)
        }
    }
}
