import HTTPCache
import HTTPCore
import HTTPTypes
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
                content, receivedAt: EngineTime(microseconds: 1_700_000_000_000_000), delay: 5,
                Seal(keys, question: question)))
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
        #expect(read.content == content)
        #expect(read.metadata.receivedAt.microseconds == 1_700_000_000_000_000)
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
            #expect(SealedOutcome.open(bytes, Seal(keys, question: "q")) == nil)
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
                receivedAt: EngineTime(microseconds: 1_700_000_060_000_000), delay: 7,
                Seal(keys, question: "q")))
        #expect(confirmed.body == nil)
        let read = try #require(opened(confirmed.metadata, body, keys))
        #expect(read.content.fields[.cacheControl] == "max-age=90")
        #expect(read.content.body == content.body)
    }

    @Test func `a body over two megabytes is not shared`() {
        var large = content
        large.body = Array(repeating: 0x20, count: SharedRecord.longestBody + 1)
        let time = EngineTime(microseconds: 1)
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

    @Test(arguments: outcomes)
    func `outcomes arrive as they were`(outcome: SharedOutcome) throws {
        let bytes = try #require(SealedOutcome.close(outcome, Seal(keys, question: "q")))
        #expect(SealedOutcome.open(bytes, Seal(keys, question: "q")) == outcome)
        #expect(SealedOutcome.open(bytes, Seal(keys, question: "p")) == nil)
    }

    @Test func `a cancelled request has no outcome for others`() {
        #expect(SealedOutcome.close(.failure(.cancelled), Seal(keys, question: "q")) == nil)
    }
}

extension [UInt8] {
    fileprivate func contains(sequence: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: sequence) }
    }
}
