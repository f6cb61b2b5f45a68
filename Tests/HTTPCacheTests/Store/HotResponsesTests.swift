import FoundationEssentials
import HTTPTypes
import Testing

@testable import HTTPCache

/// The responses that clients of HTTP got last, and the writes to their URLs.
@Suite struct HotResponsesTests {
    private func response(_ path: String, bytes: Int = 10, accept: String = "") -> StoredResponse {
        StoredResponse(
            key: CacheKey(identity: .anonymous, method: "GET", url: path),
            varying: VaryingFields(text: accept.isEmpty ? "" : "accept:\(accept)"), status: 200,
            fields: [:], body: [UInt8](repeating: 0, count: bytes), requestedAt: .distantPast,
            receivedAt: .distantPast, usedAt: .distantPast)
    }

    private func mark(_ hot: HotResponses, clears: UInt64 = 1) -> HotResponses.Mark {
        HotResponses.Mark(clears: clears, changes: hot.changes)
    }

    private func has(_ hot: HotResponses, _ path: String, accept: String = "") -> Bool {
        var hot = hot
        var fields = HTTPFields()
        if !accept.isEmpty { fields[.accept] = accept }
        return hot.response(for: response(path).key, fields: fields, clears: 1) != nil
    }

    @Test func `a response is found by its key and the fields that it varies with`() {
        var hot = HotResponses()
        hot.add(response("/a", accept: "x"), readAt: mark(hot))
        #expect(has(hot, "/a", accept: "x"))
        #expect(!has(hot, "/a", accept: "y"))
        #expect(!has(hot, "/b", accept: "x"))
    }

    @Test func `what was read before a change is not kept`() {
        var hot = HotResponses()
        let before = mark(hot)
        hot.remove { _ in false }
        hot.add(response("/a"), readAt: before)
        #expect(!has(hot, "/a"))
        hot.add(response("/a"), readAt: mark(hot))
        #expect(has(hot, "/a"))
        hot.remove { $0.url == "/a" }
        #expect(!has(hot, "/a"))
    }

    @Test func `a clear by any process makes all go`() {
        var hot = HotResponses()
        for path in ["/a", "/b"] { hot.add(response(path), readAt: mark(hot)) }
        let cleared = hot.response(for: response("/a").key, fields: [:], clears: 2)
        #expect(cleared == nil)
        #expect(!has(hot, "/b"))
    }

    @Test func `the memory is bounded, and what is used stays`() {
        var hot = HotResponses()
        hot.add(response("/used"), readAt: mark(hot))
        for number in 0..<5_000 {
            hot.add(response("/\(number)"), readAt: mark(hot))
            let used = hot.response(for: response("/used").key, fields: [:], clears: 1)
            #expect(used != nil)
        }
        let kept = (0..<5_000).count { has(hot, "/\($0)") }
        #expect(kept < 1_100 && has(hot, "/used"))
        hot.add(response("/long", bytes: 2 << 20), readAt: mark(hot))
        #expect(!has(hot, "/long"))
    }

    @Test func `a write changes the generation of its URL only`() {
        var writes = Writes()
        let first = (writes.generation(of: "/a"), writes.generation(of: "/b"))
        writes.note("/a")
        #expect(writes.generation(of: "/a") != first.0)
        #expect(writes.generation(of: "/b") == first.1)
        let second = writes.generation(of: "/a")
        writes.noteAny()
        #expect(writes.generation(of: "/a") != second && writes.generation(of: "/b") != first.1)
    }

    @Test func `the writes that are remembered are bounded, and no generation comes again`() {
        var writes = Writes()
        var seen: Set<UInt64> = []
        for number in 0..<3_000 {
            writes.note("/\(number)")
            writes.note("/a")
            #expect(seen.insert(writes.generation(of: "/a")).inserted)
        }
    }

    @Test func `a rule that holds once is trusted again`() {
        var trust = RuleTrust()
        let first = [trust.failed("x"), trust.failed("x")]
        trust.held("x")
        let second = ["x", "x", "y", "x"].map { trust.failed($0) }
        #expect(first == [false, false] && second == [false, false, false, true])
    }
}
