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

    private func sealed(
        _ keys: IdentityKeys, question: String = "q"
    ) throws -> (metadata: [UInt8], body: [UInt8]) {
        let fields = try #require(
            SharedRecord.sealed(
                content, receivedAt: .at(1_700_000_000), delay: 0.000_005,
                Seal(keys, question: question)))
        return (fields.metadata, try #require(fields.body))
    }

    private func opened(
        _ metadata: [UInt8], _ body: [UInt8], _ keys: IdentityKeys, question: String = "q"
    ) -> SharedRecord? {
        SharedRecord(metadata: metadata, body: body, Seal(keys, question: question))
    }

    @Test(arguments: [nil, Secret("ghp_0123456789abcdefghij")])
    func `a sealed response opens unchanged`(credential: Secret?) throws {
        let keys = IdentityKeys(credential: credential)
        let record = try sealed(keys)
        let read = try #require(opened(record.metadata, record.body, keys))
        #expect(read.content.body == content.body)
        #expect(read.content.fields[.cacheControl] == "max-age=60")
        #expect(read.metadata.receivedAt == .at(1_700_000_000))
        #expect(read.metadata.delay == 5)
        #expect(record.body.count < content.body.count / 4)
    }

    @Test func `a response to a token is not readable without the token`() throws {
        let record = try sealed(keys)
        #expect(!record.metadata.contains(sequence: Array("max-age".utf8)))
        #expect(opened(record.metadata, record.body, IdentityKeys(credential: nil)) == nil)
    }

    @Test func `a response under the key of another question does not open`() throws {
        let record = try sealed(keys)
        #expect(opened(record.metadata, record.body, keys, question: "p") == nil)
    }

    @Test(arguments: [nil, Secret("ghp_0123456789abcdefghij")])
    func `a response with a changed bit does not open`(credential: Secret?) throws {
        let keys = IdentityKeys(credential: credential)
        let record = try sealed(keys)
        for index in stride(from: 0, to: record.body.count, by: 7) {
            var other = record.body
            other[index] ^= 1
            #expect(opened(record.metadata, other, keys) == nil, "byte \(index)")
        }
        for length in 0..<record.metadata.count {
            #expect(opened(Array(record.metadata.prefix(length)), record.body, keys) == nil)
        }
    }

    @Test func `random bytes do not open`() {
        var random = SeededRandom(seed: 1)
        let anonymous = IdentityKeys(credential: nil)
        for length in 0..<300 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(opened(bytes, bytes, anonymous) == nil)
            #expect(opened(bytes, bytes, keys) == nil)
        }
    }

    @Test func `a confirmation keeps the body and replaces the fields`() throws {
        let record = try sealed(keys)
        let known = try #require(opened(record.metadata, record.body, keys)).metadata
        var newer = content
        newer.fields[.cacheControl] = "max-age=90"
        let confirmed = try #require(
            SharedRecord.sealed(
                newer, confirming: known, receivedAt: .at(1_700_000_060), delay: 7,
                Seal(keys, question: "q")))
        #expect(confirmed.body == nil)
        let read = try #require(opened(confirmed.metadata, record.body, keys))
        #expect(read.content.fields[.cacheControl] == "max-age=90")
        #expect(read.content.body == content.body)
    }

    @Test func `a body over two megabytes is not shared`() {
        var large = content
        large.body = Array(repeating: 0x20, count: SharedRecord.longestBody + 1)
        let seal = Seal(keys, question: "q")
        #expect(
            SharedRecord.sealed(large, receivedAt: .at(1), delay: 0, seal) == nil)
    }

    @Test(arguments: [301, 404])
    func `without a seal only a 200 is shared`(status: Int) throws {
        var other = content
        other.status = status
        let open = Seal(IdentityKeys(credential: nil), question: "q")
        #expect(SharedRecord.sealed(other, receivedAt: .at(1), delay: 0, open) == nil)
        // Written by somebody else.
        let body = DeflatedBody([])
        let forged = RecordMetadata(
            status: status, fields: [.location: "https://api.github.com/users/mallory"],
            receivedAt: .at(1), delay: 0,
            body: RecordMetadata.Body(
                length: 0, isDeflated: false, digest: RecordMetadata.digest(body.bytes)))
        #expect(SharedRecord(metadata: forged.bytes, body: body.bytes, open) == nil)
        let seal = Seal(keys, question: "q")
        #expect(SharedRecord.sealed(other, receivedAt: .at(1), delay: 0, seal) != nil)
    }

    @Test func `without a seal a response has no validator`() throws {
        let open = IdentityKeys(credential: nil)
        let record = try sealed(open)
        let read = try #require(opened(record.metadata, record.body, open))
        #expect(read.content.fields == [.cacheControl: "max-age=60"])
        #expect(!read.isAuthentic)
        let ours = try sealed(keys)
        #expect(try #require(opened(ours.metadata, ours.body, keys)).content == content)
    }
}

extension [UInt8] {
    fileprivate func contains(sequence: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: sequence) }
    }
}
