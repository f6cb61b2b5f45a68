import SQLite
import Testing

@testable import HTTPCache

@Suite struct DeflatedBodyTests {
    private func check(
        _ body: [UInt8], isDeflated: Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let stored = DeflatedBody(body)
        #expect((stored.length != nil) == isDeflated, sourceLocation: sourceLocation)
        #expect(try stored.body() == body, sourceLocation: sourceLocation)
        let read = DeflatedBody(bytes: stored.bytes, length: stored.length)
        #expect(try read.body() == body, sourceLocation: sourceLocation)
    }

    @Test func `a repetitive body is deflated and restored`() throws {
        let body = Array(String(repeating: "{\"login\":\"octocat\"},", count: 1_000).utf8)
        try check(body, isDeflated: true)
        #expect(DeflatedBody(body).bytes.count < body.count / 20)
    }

    @Test func `noise is not deflated`() throws {
        try check(.noise(10_000), isDeflated: false)
    }

    @Test(arguments: [0, 1, 8, 20])
    func `a short body is restored`(count: Int) throws {
        try check(.noise(count), isDeflated: false)
    }

    @Test(arguments: [-1, 0, 20_999, 21_001, 1 << 40])
    func `a wrong length is damage`(length: Int) {
        let body = [UInt8](repeating: 7, count: 21_000)
        let damaged = DeflatedBody(bytes: DeflatedBody(body).bytes, length: length)
        #expect(throws: SQLiteError.self) { try damaged.body() }
    }

    @Test func `a body longer than any response is damage`() {
        let body = DeflatedBody([UInt8](repeating: 7, count: 64 << 20 + 1))
        #expect(throws: SQLiteError.self) { try body.body() }
    }

    @Test func `bytes that cannot be decompressed are damage`() {
        let damaged = DeflatedBody(bytes: [1, 2, 3], length: 10)
        #expect(throws: SQLiteError.self) { try damaged.body() }
    }
}
