import FoundationEssentials
import HTTPTypes
import Testing

@testable import HTTPCache

@Suite struct PendingWritesTests {
    private func response(
        _ url: String = "u", _ varying: String = "", body: String = "a"
    ) -> StoredResponse {
        let now = Date(timeIntervalSince1970: 0)
        return StoredResponse(
            key: CacheKey(identity: .anonymous, method: "GET", url: url),
            varying: VaryingFields(text: varying), status: 200, fields: [:],
            body: Array(body.utf8), requestedAt: now, receivedAt: now, usedAt: now)
    }

    private func check(
        _ pending: PendingWrites, _ url: String = "u", fields: HTTPFields = [:],
        has body: String?, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let key = CacheKey(identity: .anonymous, method: "GET", url: url)
        let found = pending.response(for: key, fields: fields)?.body
        #expect(found == body.map { Array($0.utf8) }, sourceLocation: sourceLocation)
    }

    @Test func `what was added is found until it is written`() {
        var pending = PendingWrites()
        pending.add(response())
        let batch = pending.nextBatch()
        check(pending, has: "a")
        pending.wrote(batch)
        check(pending, has: nil)
        #expect(pending.isEmpty)
        #expect(pending.bodyBytes == 0)
    }

    @Test func `responses await a result until there is one`() {
        var pending = PendingWrites()
        #expect(!pending.awaitsResult)
        pending.add(response("first"))
        #expect(pending.awaitsResult)
        pending.noteResult()
        #expect(!pending.awaitsResult)
        pending.add(response("more"))
        #expect(pending.awaitsResult)
        pending.wrote(pending.nextBatch())
        #expect(!pending.awaitsResult)
    }

    @Test func `a newer response takes the older one's place`() {
        var pending = PendingWrites()
        pending.add(response(body: "a"))
        pending.add(response(body: "bc"))
        check(pending, has: "bc")
        #expect(pending.bodyBytes == 2)
        #expect(pending.nextBatch().entries.count == 1)
    }

    @Test func `what came while its elder was written stays`() {
        var pending = PendingWrites()
        pending.add(response(body: "a"))
        let batch = pending.nextBatch()
        pending.add(response(body: "b"))
        pending.wrote(batch)
        check(pending, has: "b")
        #expect(pending.nextBatch().entries.count == 1)
    }

    @Test func `responses that Vary tells apart are kept side by side`() {
        var pending = PendingWrites()
        pending.add(response("u", "accept:x", body: "x"))
        pending.add(response("u", "accept:y", body: "y"))
        check(pending, fields: [.accept: "x"], has: "x")
        check(pending, fields: [.accept: "y"], has: "y")
        check(pending, fields: [.accept: "z"], has: nil)
    }

    @Test func `a batch ends at its number of entries, and the rest follows in order`() {
        var pending = PendingWrites()
        for number in 0...PendingWrites.maximumBatchEntries { pending.add(response("\(number)")) }
        let batch = pending.nextBatch()
        #expect(batch.entries.count == PendingWrites.maximumBatchEntries)
        #expect(batch.entries.map(\.number) == batch.entries.map(\.number).sorted())
        pending.wrote(batch)
        #expect(
            pending.nextBatch().entries.map(\.response.key.url)
                == ["\(PendingWrites.maximumBatchEntries)"])
    }

    @Test func `a batch ends when its bodies are large`() {
        var pending = PendingWrites()
        let half = String(repeating: "a", count: PendingWrites.maximumBatchBytes / 2)
        for number in 0..<3 { pending.add(response("\(number)", body: half)) }
        #expect(pending.nextBatch().entries.count == 2)
    }

    @Test func `a row that is used again while its use is written is written again`() {
        var pending = PendingWrites()
        pending.markUsed(row: 1, at: Date(timeIntervalSince1970: 1))
        let batch = pending.nextBatch()
        pending.markUsed(row: 1, at: Date(timeIntervalSince1970: 2))
        pending.wrote(batch)
        #expect(pending.nextBatch().used == [1: Date(timeIntervalSince1970: 2)])
    }

    @Test func `what cannot be written goes oldest first, until the rest is small enough`() {
        var pending = PendingWrites()
        for url in ["a", "b", "c"] { pending.add(response(url, body: "12345")) }
        pending.shrink(to: 10)
        check(pending, "a", has: nil)
        check(pending, "b", has: "12345")
        #expect(pending.bodyBytes == 10)
        pending.shrink(to: 10)
        #expect(pending.bodyBytes == 10)
    }

    @Test func `what is removed is not found, and the rest is`() {
        var pending = PendingWrites()
        for url in ["a", "b"] { pending.add(response(url)) }
        pending.remove { $0.key.url == "a" }
        check(pending, "a", has: nil)
        check(pending, "b", has: "a")
        #expect(pending.bodyBytes == 1)
    }
}
