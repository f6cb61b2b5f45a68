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

    @Test func `a response is found until it has been written`() {
        var pending = PendingWrites()
        pending.add(response())
        let copy = pending
        check(pending, has: "a")
        pending.remove(written: copy)
        check(pending, has: nil)
        #expect(pending.isEmpty)
        #expect(pending.bodyBytes == 0)
    }

    @Test func `a newer response replaces an older one`() {
        var pending = PendingWrites()
        pending.add(response(body: "a"))
        pending.add(response(body: "bc"))
        check(pending, has: "bc")
        #expect(pending.bodyBytes == 2)
        #expect(pending.responses.count == 1)
    }

    @Test func `a response that arrives while an older one is written stays`() {
        var pending = PendingWrites()
        pending.add(response(body: "a"))
        let copy = pending
        pending.add(response(body: "b"))
        pending.remove(written: copy)
        check(pending, has: "b")
        #expect(pending.responses.count == 1)
    }

    @Test func `responses that differ by Vary are all kept`() {
        var pending = PendingWrites()
        pending.add(response("u", "accept:x", body: "x"))
        pending.add(response("u", "accept:y", body: "y"))
        check(pending, fields: [.accept: "x"], has: "x")
        check(pending, fields: [.accept: "y"], has: "y")
        check(pending, fields: [.accept: "z"], has: nil)
    }

    @Test func `a row used again while its use is written is written again`() {
        var pending = PendingWrites()
        pending.markUsed(row: 1, at: Date(timeIntervalSince1970: 1))
        let copy = pending
        pending.markUsed(row: 1, at: Date(timeIntervalSince1970: 2))
        pending.remove(written: copy)
        #expect(pending.used == [1: Date(timeIntervalSince1970: 2)])
    }

    @Test func `the oldest responses are dropped until the rest is small enough`() {
        var pending = PendingWrites()
        for url in ["a", "b", "c"] { pending.add(response(url, body: "12345")) }
        pending.shrink(to: 10)
        check(pending, "a", has: nil)
        check(pending, "b", has: "12345")
        #expect(pending.bodyBytes == 10)
        pending.shrink(to: 10)
        #expect(pending.bodyBytes == 10)
    }

    @Test func `removed responses are not found, and the others are`() {
        var pending = PendingWrites()
        for url in ["a", "b"] { pending.add(response(url)) }
        pending.remove { $0.key.url == "a" }
        check(pending, "a", has: nil)
        check(pending, "b", has: "a")
        #expect(pending.bodyBytes == 1)
    }
}
