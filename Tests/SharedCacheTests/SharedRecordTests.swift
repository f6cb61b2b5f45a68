import FoundationEssentials
import HTTPCache
import HTTPCore
import HTTPTypes
import Secrets
import Testing

@testable import SharedCache

@Suite struct SharedRecordTests {
    private let keys = IdentityKeys(credential: Secret("ghp_0123456789abcdefghij"))
    private let content = SharedContent(
        status: 200, fields: [.eTag: "W/\"a\"", .cacheControl: "max-age=60"],
        body: Array(String(repeating: #"{"name":"Hello"}"#, count: 200).utf8))

    private func sealed(_ keys: IdentityKeys, question: String = "q") throws -> SealedRecord {
        try #require(
            SealedRecord(
                content, receivedAt: Self.time(1_700_000_000), delay: 5,
                Seal(keys, question: question)))
    }

    /// The same by both clocks, in seconds.
    private static func time(_ seconds: Int64) -> SealedTime {
        SealedTime(
            engine: EngineTime(of: seconds * 1_000_000),
            machine: Date(timeIntervalSince1970: Double(seconds)))
    }

    private func opened(
        _ metadata: [UInt8], _ body: [UInt8], _ keys: IdentityKeys, question: String = "q"
    ) -> SharedRecord? {
        SharedRecord(metadata: metadata, body: body, Seal(keys, question: question))
    }

    @Test(arguments: [nil, Secret("ghp_0123456789abcdefghij")])
    func `what is written is read`(credential: Secret?) throws {
        let keys = IdentityKeys(credential: credential)
        let record = try sealed(keys)
        let body = try #require(record.body)
        let read = try #require(opened(record.metadata, body, keys))
        #expect(read.content.body == content.body)
        #expect(read.content.fields[.cacheControl] == "max-age=60")
        #expect(read.metadata.receivedAt == Self.time(1_700_000_000))
        #expect(read.metadata.delay == 5)
        #expect(body.count < content.body.count / 4)
    }

    @Test func `a token's answer shows nothing of itself`() throws {
        let record = try sealed(keys)
        #expect(!record.metadata.contains(sequence: Array("max-age".utf8)))
        #expect(opened(record.metadata, record.body ?? [], IdentityKeys(credential: nil)) == nil)
    }

    @Test func `what was moved to another question does not open`() throws {
        let record = try sealed(keys)
        #expect(opened(record.metadata, record.body ?? [], keys, question: "p") == nil)
    }

    @Test(arguments: [nil, Secret("ghp_0123456789abcdefghij")])
    func `every change of a bit is a miss`(credential: Secret?) throws {
        let keys = IdentityKeys(credential: credential)
        let record = try sealed(keys)
        let body = try #require(record.body)
        for index in stride(from: 0, to: body.count, by: 7) {
            var other = body
            other[index] ^= 1
            #expect(opened(record.metadata, other, keys) == nil, "byte \(index)")
        }
        for length in 0..<record.metadata.count {
            #expect(opened(Array(record.metadata.prefix(length)), body, keys) == nil)
        }
    }

    @Test func `random bytes are a miss`() {
        var random = SeededRandom(seed: 1)
        let anonymous = IdentityKeys(credential: nil)
        for length in 0..<300 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(opened(bytes, bytes, anonymous) == nil)
            #expect(opened(bytes, bytes, keys) == nil)
            #expect(outcome(of: bytes) == nil)
        }
    }

    @Test func `a confirmation keeps the body and takes new fields`() throws {
        let record = try sealed(keys)
        let body = try #require(record.body)
        let known = try #require(opened(record.metadata, body, keys)).metadata
        var newer = content
        newer.fields[.cacheControl] = "max-age=90"
        let confirmed = try #require(
            SealedRecord(
                newer, confirming: known,
                receivedAt: Self.time(1_700_000_060), delay: 7,
                Seal(keys, question: "q")))
        #expect(confirmed.body == nil)
        let read = try #require(opened(confirmed.metadata, body, keys))
        #expect(read.content.fields[.cacheControl] == "max-age=90")
        #expect(read.content.body == content.body)
    }

    @Test func `a body over two megabytes is not shared`() {
        var large = content
        large.body = Array(repeating: 0x20, count: SharedRecord.longestBody + 1)
        let time = Self.time(1)
        #expect(SealedRecord(large, receivedAt: time, delay: 0, Seal(keys, question: "q")) == nil)
    }

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

    private func place(_ lease: String = "l", question: String = "q") -> SealedOutcome.Place {
        SealedOutcome.Place(lease: lease, seal: Seal(keys, question: question))
    }

    /// What one who waits since `begin` believes `seconds` later.
    private func outcome(
        of bytes: [UInt8], _ place: SealedOutcome.Place? = nil, since begin: Int64 = 100,
        after seconds: Double = 0
    ) -> SharedOutcome? {
        SealedOutcome.open(
            bytes, place ?? self.place(), since: Self.time(begin).engine,
            at: Date(timeIntervalSince1970: Double(begin) + seconds))
    }

    @Test(arguments: outcomes)
    func `outcomes arrive as they were, where they belong`(outcome: SharedOutcome) throws {
        let bytes = try #require(SealedOutcome.close(outcome, at: Self.time(100), place()))
        #expect(self.outcome(of: bytes) == outcome)
        #expect(self.outcome(of: bytes, place(question: "p")) == nil)
        #expect(self.outcome(of: bytes, place("another lease")) == nil)
    }

    @Test func `a server's own lack of memory is not the outcome of others`() throws {
        let outcome = SharedOutcome.failure(.noMemory(status: 200))
        let bytes = try #require(SealedOutcome.close(outcome, at: Self.time(100), place()))
        #expect(self.outcome(of: bytes) == .unshared)
    }

    @Test(arguments: outcomes)
    func `an outcome of before the wait is not believed`(outcome: SharedOutcome) throws {
        let bytes = try #require(SealedOutcome.close(outcome, at: Self.time(100), place()))
        #expect(self.outcome(of: bytes, since: 101) == nil)
        // An engine that lies about the time does not help.
        #expect(self.outcome(of: bytes, after: SealedTime.tolerance + 1) == nil)
    }

    @Test(arguments: outcomes)
    func `without a seal an outcome only ends the wait`(outcome: SharedOutcome) throws {
        let open = SealedOutcome.Place(
            lease: "l", seal: Seal(IdentityKeys(credential: nil), question: "q"))
        let bytes = try #require(SealedOutcome.close(outcome, at: Self.time(100), open))
        #expect(bytes == SealedOutcome.close(.unshared, at: Self.time(100), open))
        var forged = ByteWriter()
        forged.write(Self.time(100))
        forged.write("l")
        // A 404 without fields and body.
        let refusal: [UInt8] = [1, 1, 148, 0, 0, 0, 0, 0, 0]
        #expect(self.outcome(of: forged.bytes + refusal, open) == .unshared)
    }

    @Test(arguments: [
        HTTPTransportError.invalidBody(status: 99, reason: "r"),
        .invalidBody(status: 1 << 40, reason: "r"),
        .unavailable(UpstreamFailure(cause: .http, status: 0)),
        .unavailable(UpstreamFailure(cause: .http, status: 600)),
        .unavailable(UpstreamFailure(cause: .http, attempts: 0)),
        .unavailable(UpstreamFailure(cause: .http, attempts: 1 << 40)),
    ])
    func `an outcome that no server has is not believed`(error: HTTPTransportError) throws {
        let bytes = try #require(
            SealedOutcome.close(.failure(error), at: Self.time(100), place()))
        #expect(outcome(of: bytes) == nil)
    }

    @Test func `the waits of an outcome are limited`() throws {
        let failure = UpstreamFailure(cause: .http, status: 503, retryAfter: 1 << 40)
        let bytes = try #require(
            SealedOutcome.close(.failure(.unavailable(failure)), at: Self.time(100), place()))
        guard case .failure(.unavailable(let read)) = outcome(of: bytes) else {
            Issue.record("no failure")
            return
        }
        #expect(read.retryAfter == RateLimitNotice.longestWait)
    }

    @Test func `a cancelled request has no outcome for others`() {
        #expect(SealedOutcome.close(.failure(.cancelled), at: Self.time(100), place()) == nil)
    }

    @Test(arguments: [301, 404])
    func `without a seal only a 200 is shared`(status: Int) throws {
        var other = content
        other.status = status
        let open = Seal(IdentityKeys(credential: nil), question: "q")
        #expect(SealedRecord(other, receivedAt: Self.time(1), delay: 0, open) == nil)
        // What somebody else writes there.
        let body = DeflatedBody([])
        let forged = RecordMetadata(
            status: status, fields: [.location: "https://api.github.com/users/mallory"],
            receivedAt: Self.time(1), delay: 0,
            body: RecordMetadata.Body(
                length: 0, isDeflated: false, digest: RecordMetadata.digest(body.bytes)))
        #expect(SharedRecord(metadata: forged.bytes, body: body.bytes, open) == nil)
        let seal = Seal(keys, question: "q")
        #expect(SealedRecord(other, receivedAt: Self.time(1), delay: 0, seal) != nil)
    }

    @Test func `without a seal a response has no validator`() throws {
        let open = IdentityKeys(credential: nil)
        let record = try sealed(open)
        let read = try #require(opened(record.metadata, record.body ?? [], open))
        #expect(read.content.fields == [.cacheControl: "max-age=60"])
        #expect(!read.isAuthentic)
        let ours = try sealed(keys)
        #expect(try #require(opened(ours.metadata, ours.body ?? [], keys)).content == content)
    }
}

extension [UInt8] {
    fileprivate func contains(sequence: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: sequence) }
    }
}
